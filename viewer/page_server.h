// Serves the page to browsers on this machine: one document, the model, a stream of frames, and commands
// back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/outlet.h"

namespace corten::viewer {

struct ServerOptions {
  std::string host = "127.0.0.1";  // another address lets other machines in
  int port = 0;                    // 0: any free one
};

// Listens on its own threads, which never touch a Model or Data: frames are handed in, commands taken out.
// Every request must bear the random token of url() and come from a page of this server. A slow browser gets
// fewer frames and holds up nobody.
class PageServer : public Outlet {
 public:
  // Throws std::runtime_error, with the reason, when it cannot listen.
  explicit PageServer(const ServerOptions& options = {});
  ~PageServer() override;
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  const std::string& url() const;
  int clients() const;
  double seconds_alone() const;  // since the last browser left, or since the start

  void set_model(PageModel model) override;
  void publish(std::vector<std::uint8_t> frame) override;
  // Of the pilot, the first browser that is connected.
  std::vector<std::string> take_commands() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace corten::viewer
