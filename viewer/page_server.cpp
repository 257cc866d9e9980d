#include "viewer/page_server.h"

#include <civetweb.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

#include "viewer/recording.h"

namespace corten::viewer {
namespace {

constexpr std::size_t kMaxClients = 8;
constexpr std::size_t kMaxMessage = 64 * 1024;
constexpr std::size_t kMaxWaiting = 4096;  // commands nobody has taken

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 32; ++i) token += "0123456789abcdef"[source() & 15U];
  return token;
}

// Takes as long for every wrong token.
bool same_token(const std::string& given, const std::string& wanted) {
  unsigned difference = given.size() != wanted.size();
  for (std::size_t i = 0; i < wanted.size(); ++i)
    difference |=
        static_cast<unsigned>(static_cast<unsigned char>(given[i % std::max<std::size_t>(1, given.size())]) ^
                              static_cast<unsigned char>(wanted[i]));
  return difference == 0;
}

std::string query_value(const mg_connection* connection, const char* name) {
  const char* query = mg_get_request_info(connection)->query_string;
  char value[128];
  const int length = query ? mg_get_var(query, std::strlen(query), name, value, sizeof value) : -1;
  return length > 0 ? std::string(value, static_cast<std::size_t>(length)) : "";
}

std::string header(const mg_connection* connection, const char* name) {
  const char* value = mg_get_header(connection, name);
  return value ? value : "";
}

void answer(mg_connection* connection, const char* status, const char* type, const std::string& body) {
  mg_printf(
      connection,
      "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'\r\n"
      "Connection: close\r\n\r\n",
      status, type, body.size());
  mg_write(connection, body.data(), body.size());
}

}  // namespace

// One browser: a thread of its own sends it the newest frame whenever it is done with the last one.
struct Client {
  mg_connection* connection = nullptr;
  std::thread writer;
  bool closed = false;
  std::uint64_t sent = 0;        // number of the last frame sent
  std::uint64_t model_sent = 0;  // generation of the model it was told of
};

class PageServer::Impl {
 public:
  explicit Impl(const ServerOptions& options) : token_(random_token()) {
    (void)page_html("", "", "");  // says so now if there is no page
    const std::string port = options.host + ":" + std::to_string(options.port);
    const char* settings[] = {"listening_ports",
                              port.c_str(),
                              "num_threads",
                              "20",
                              "request_timeout_ms",
                              "10000",
                              "websocket_timeout_ms",
                              "3600000",
                              "enable_keep_alive",
                              "no",
                              nullptr};
    context_ = mg_start(nullptr, this, settings);
    if (!context_)
      throw std::runtime_error("cannot listen on " + port +
                               ": is the port taken, or the address not of this machine?");
    mg_server_port ports[1];
    mg_get_server_ports(context_, 1, ports);
    port_ = ports[0].port;
    const bool any = options.host == "0.0.0.0";
    host_ = any ? "127.0.0.1" : options.host;
    open_ = host_ != "127.0.0.1" || any;
    url_ = "http://" + host_ + ":" + std::to_string(port_) + "/#" + token_;
    mg_set_request_handler(context_, "/", page_handler, this);
    mg_set_request_handler(context_, "/model", model_handler, this);
    mg_set_websocket_handler(context_, "/stream", connect, ready, message, close, this);
  }

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    news_.notify_all();
    mg_stop(context_);  // waits for its threads; each closes its client
  }

  const std::string& url() const { return url_; }

  int clients() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(
        std::count_if(clients_.begin(), clients_.end(), [](const Client& c) { return !c.closed; }));
  }

  double seconds_alone() const {
    const std::lock_guard lock(mutex_);
    if (std::any_of(clients_.begin(), clients_.end(), [](const Client& c) { return !c.closed; })) return 0;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - left_).count();
  }

  void set_model(const PageModel& model) {
    std::string text = packed(model);
    {
      const std::lock_guard lock(mutex_);
      model_ = std::make_shared<const std::string>(std::move(text));
      ++model_generation_;
    }
    news_.notify_all();
  }

  void publish(std::vector<std::uint8_t> frame) {
    {
      const std::lock_guard lock(mutex_);
      frame_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(frame));
      ++frame_number_;
    }
    news_.notify_all();
  }

  std::vector<std::string> take_commands() {
    const std::lock_guard lock(mutex_);
    return std::exchange(commands_, {});
  }

 private:
  // The name a browser used must be ours, or a foreign site could reach us under its own name.
  bool host_allowed(const mg_connection* connection) const {
    const std::string host = header(connection, "Host");
    const std::string port = ":" + std::to_string(port_);
    return open_ || host == "127.0.0.1" + port || host == "localhost" + port || host == "[::1]" + port;
  }
  bool origin_allowed(const mg_connection* connection) const {
    const std::string origin = header(connection, "Origin");
    return origin.empty() || origin == "http://" + header(connection, "Host");
  }
  bool allowed(const mg_connection* connection) const {
    return host_allowed(connection) && origin_allowed(connection) &&
           same_token(query_value(connection, "token"), token_);
  }

  static int page_handler(mg_connection* connection, void* self) {
    const auto& server = *static_cast<Impl*>(self);
    if (!server.host_allowed(connection))
      answer(connection, "403 Forbidden", "text/plain", "this server answers to its own address only");
    else if (std::strcmp(mg_get_request_info(connection)->local_uri, "/") != 0)
      answer(connection, "404 Not Found", "text/plain", "there is only the page");
    else
      answer(connection, "200 OK", "text/html; charset=utf-8", page_html("CortenForge", "", ""));
    return 1;
  }

  static int model_handler(mg_connection* connection, void* self) {
    auto& server = *static_cast<Impl*>(self);
    if (!server.allowed(connection)) {
      answer(connection, "403 Forbidden", "text/plain", "the token of the address is missing or wrong");
      return 1;
    }
    std::shared_ptr<const std::string> model;
    {
      const std::lock_guard lock(server.mutex_);
      model = server.model_;
    }
    if (model)
      answer(connection, "200 OK", "application/octet-stream", *model);
    else
      answer(connection, "404 Not Found", "text/plain", "there is no model yet");
    return 1;
  }

  // 0 lets it in
  static int connect(const mg_connection* connection, void* self) {
    auto& server = *static_cast<Impl*>(self);
    if (!server.allowed(connection)) return 1;
    const std::lock_guard lock(server.mutex_);
    return server.stopping_ || server.clients_.size() >= kMaxClients ? 1 : 0;
  }

  static void ready(mg_connection* connection, void* self) {
    auto& server = *static_cast<Impl*>(self);
    const std::lock_guard lock(server.mutex_);
    Client& client = server.clients_.emplace_back();
    client.connection = connection;
    client.writer = std::thread([&server, &client] { server.write(client); });
  }

  static int message(mg_connection* connection, int flags, char* data, std::size_t size, void* self) {
    auto& server = *static_cast<Impl*>(self);
    if ((flags & 15) == MG_WEBSOCKET_OPCODE_CONNECTION_CLOSE) return 0;
    if ((flags & 15) != MG_WEBSOCKET_OPCODE_TEXT) return 1;
    if (size > kMaxMessage) return 0;  // nothing the page sends is that long
    const std::lock_guard lock(server.mutex_);
    const bool pilot = !server.clients_.empty() && server.clients_.front().connection == connection;
    if (pilot && server.commands_.size() < kMaxWaiting) server.commands_.emplace_back(data, size);
    return 1;
  }

  static void close(const mg_connection* connection, void* self) {
    auto& server = *static_cast<Impl*>(self);
    std::thread writer;
    {
      const std::lock_guard lock(server.mutex_);
      for (Client& client : server.clients_)
        if (client.connection == connection) {
          client.closed = true;
          writer = std::move(client.writer);
        }
    }
    server.news_.notify_all();
    if (writer.joinable()) writer.join();
    const std::lock_guard lock(server.mutex_);
    server.clients_.remove_if([&](const Client& client) { return client.connection == connection; });
    server.left_ = std::chrono::steady_clock::now();
  }

  // What a client has not seen, for as long as it is there.
  void write(Client& client) {
    std::unique_lock lock(mutex_);
    while (true) {
      news_.wait(lock, [&] {
        return stopping_ || client.closed || client.sent != frame_number_ ||
               client.model_sent != model_generation_;
      });
      if (stopping_ || client.closed) return;
      if (client.model_sent != model_generation_) {
        client.model_sent = model_generation_;
        const bool pilot = &client == &clients_.front();
        const std::string text = std::string(R"({"op":"model","pilot":)") + (pilot ? "true}" : "false}");
        lock.unlock();
        mg_websocket_write(client.connection, MG_WEBSOCKET_OPCODE_TEXT, text.data(), text.size());
        lock.lock();
        continue;
      }
      client.sent = frame_number_;
      const auto frame = frame_;
      lock.unlock();
      const int written = mg_websocket_write(client.connection, MG_WEBSOCKET_OPCODE_BINARY,
                                             reinterpret_cast<const char*>(frame->data()), frame->size());
      lock.lock();
      if (written <= 0) return;
    }
  }

  std::string token_, host_, url_;
  int port_ = 0;
  bool open_ = false;  // other machines may come in
  mg_context* context_ = nullptr;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  bool stopping_ = false;
  std::list<Client> clients_;
  std::chrono::steady_clock::time_point left_ = std::chrono::steady_clock::now();
  std::shared_ptr<const std::string> model_;
  std::uint64_t model_generation_ = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> frame_;
  std::uint64_t frame_number_ = 0;
  std::vector<std::string> commands_;
};

PageServer::PageServer(const ServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
PageServer::~PageServer() = default;
const std::string& PageServer::url() const { return impl_->url(); }
int PageServer::clients() const { return impl_->clients(); }
double PageServer::seconds_alone() const { return impl_->seconds_alone(); }
void PageServer::set_model(PageModel model) { impl_->set_model(model); }
void PageServer::publish(std::vector<std::uint8_t> frame) { impl_->publish(std::move(frame)); }
std::vector<std::string> PageServer::take_commands() { return impl_->take_commands(); }

}  // namespace corten::viewer
