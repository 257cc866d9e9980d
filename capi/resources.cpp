#include "capi/resources.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <deque>
#include <filesystem>
#include <memory>

#include "capi/base64.h"
#include "capi/shared.h"
#include "corten/asset/path.h"
#include "python/bindings/client_texts.h"

namespace corten::capi {
namespace {

// ---- providers of the process ----
struct Providers {
  std::mutex mutex;
  struct Slot {
    std::string prefix;
    mjpResourceProvider provider;
  };
  std::deque<Slot> slots;  // programs keep addresses
};
Providers& providers() {
  static auto* all = new Providers();
  return *all;
}

// A letter, then letters, digits, plus, minus and dots.
bool is_scheme(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto fits = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), fits);
}

bool same_functions(const mjpResourceProvider& a, const mjpResourceProvider& b) {
  return a.open == b.open && a.read == b.read && a.close == b.close && a.mount == b.mount &&
         a.unmount == b.unmount && a.modified == b.modified && a.data == b.data;
}

}  // namespace

const mjpResourceProvider* provider_of(std::string_view scheme) {
  if (scheme.empty()) return nullptr;
  const std::string wanted = to_lower(scheme);
  const std::lock_guard lock(providers().mutex);
  for (const Providers::Slot& slot : providers().slots)
    if (to_lower(slot.prefix) == wanted) return &slot.provider;
  return nullptr;
}

CORTEN_API void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  perform("mjp_defaultResourceProvider", [=] { *given(provider, "provider") = {}; });
}

// Slots count from 1. The same provider twice is one; 0 for one that is refused.
CORTEN_API int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  return answer("mjp_registerResourceProvider", [=] {
    const char* prefix = given(provider, "provider")->prefix;
    const auto refuse = [](const std::string& why) {
      keep_warning(("mjp_registerResourceProvider: " + why).c_str());
      return 0;
    };
    if (!prefix || !is_scheme(prefix))
      return refuse("the prefix has to be a letter followed by letters, digits, '+', '-' and '.'");
    if (!provider->open || !provider->read || !provider->close)
      return refuse("the callbacks open, read and close have to be given");
    Providers& all = providers();
    const std::lock_guard lock(all.mutex);
    for (std::size_t i = 0; i < all.slots.size(); ++i)
      if (to_lower(all.slots[i].prefix) == to_lower(prefix)) {
        if (same_functions(all.slots[i].provider, *provider)) return static_cast<int>(i) + 1;
        return refuse(std::string("another provider has the prefix '") + prefix + "'");
      }
    Providers::Slot& slot = all.slots.emplace_back(Providers::Slot{prefix, *provider});
    slot.provider.prefix = slot.prefix.c_str();
    return static_cast<int>(all.slots.size());
  });
}

CORTEN_API int mjp_resourceProviderCount() {
  const std::lock_guard lock(providers().mutex);
  return static_cast<int>(providers().slots.size());
}

CORTEN_API const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  return resource_name ? provider_of(scheme_of(resource_name)) : nullptr;
}

CORTEN_API const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  const std::lock_guard lock(providers().mutex);
  const auto& slots = providers().slots;
  return slot >= 1 && static_cast<std::size_t>(slot) <= slots.size()
             ? &slots[static_cast<std::size_t>(slot) - 1].provider
             : nullptr;
}

// ---- open files ----
namespace {

struct OpenResource : mjResource {
  std::string own_name;
  std::optional<File> file;            // of memory and the disk
  std::unique_ptr<VfsBox> own_mounts;  // without an mjVFS of the program
};

std::string disk_time(const std::string& path) {
  std::error_code none;
  const auto written = std::filesystem::last_write_time(path, none);
  if (none) return {};
  const auto since_1970 = std::chrono::file_clock::to_sys(written).time_since_epoch();
  const std::time_t time = std::chrono::floor<std::chrono::seconds>(since_1970).count();
  return encode_base64({reinterpret_cast<const std::uint8_t*>(&time), sizeof time});
}

// Bytes in memory have no time: two are as old as each other if they are equal.
std::string content_hash(std::string_view bytes) {
  const std::size_t hash = std::hash<std::string_view>()(bytes);
  return "#" + std::to_string(hash);
}

void set_time(OpenResource& resource, const std::string& text) {
  std::snprintf(resource.timestamp, sizeof resource.timestamp, "%s", text.c_str());
}

void set_name(OpenResource& resource, const std::string& name) {
  resource.own_name = name;
  resource.name = resource.own_name.data();
}

std::unique_ptr<OpenResource> opened(VfsBox& box, const std::string& dir, const std::string& name) {
  auto resource = std::make_unique<OpenResource>();
  resource->vfs = box.view();
  std::string full;
  if (const Mount* mount = box.mount_of(dir, name, full)) {
    set_name(*resource, full);
    resource->provider = &mount->provider;
    return mount->provider.open(resource.get()) ? std::move(resource) : nullptr;
  }
  set_name(*resource, reduce_path(combine_path(dir, name)));
  resource->file = box.files.open_mounted(dir, name);
  if (resource->file)
    set_time(*resource, content_hash(resource->file->bytes()));
  else {
    std::optional<std::string> bytes = read_disk(resource->own_name);
    if (!bytes) return nullptr;
    resource->file = File{resource->own_name, std::make_shared<const std::string>(std::move(*bytes))};
    set_time(*resource, disk_time(resource->own_name));
  }
  return resource;
}

std::optional<std::string> bytes_from_provider(VfsBox& box, const std::string& dir, const std::string& name) {
  std::string full;
  if (!box.mount_of(dir, name, full)) return std::nullopt;
  const std::unique_ptr<OpenResource> resource = opened(box, dir, name);
  if (!resource) return std::nullopt;
  const void* buffer = nullptr;
  const int size = resource->provider->read(resource.get(), &buffer);
  std::optional<std::string> bytes;
  if (size >= 0 && (buffer || !size))
    bytes.emplace(static_cast<const char*>(buffer), static_cast<std::size_t>(size));
  resource->provider->close(resource.get());
  return bytes;
}

}  // namespace

VfsBox::VfsBox(mjVFS* view) : view_(view) {
  files.set_source([this](const std::string& dir, const std::string& name) {
    const std::lock_guard lock(mutex_);
    return bytes_from_provider(*this, dir, name);
  });
}

VfsBox::~VfsBox() {
  for (Mount& mount : mounts_)
    if (mount.provider.unmount) mount.provider.unmount(&mount.resource);
}

int VfsBox::mount(const std::string& path, const mjpResourceProvider& provider) {
  if (!provider.open || !provider.read || !provider.close) return -1;
  const std::lock_guard lock(mutex_);
  for (const Mount& mount : mounts_)
    if (mount.path == path) return 2;
  Mount& made = mounts_.emplace_back(Mount{path, provider, {}});
  made.resource.name = made.path.data(), made.resource.vfs = view_, made.resource.provider = &made.provider;
  if (!provider.mount || provider.mount(&made.resource)) return 0;
  mounts_.pop_back();
  return -1;
}

bool VfsBox::unmount(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::find_if(mounts_.begin(), mounts_.end(), [&](const Mount& mount) { return mount.path == path; });
  if (found == mounts_.end()) return false;
  if (found->provider.unmount) found->provider.unmount(&found->resource);
  mounts_.erase(found);
  return true;
}

const Mount* VfsBox::mount_of(const std::string& dir, const std::string& name, std::string& full) {
  const std::lock_guard lock(mutex_);
  full = scheme_of(name).empty() ? reduce_path(combine_path(dir, name)) : name;
  const auto find = [&](const std::string& path) -> const Mount* {
    for (const Mount& mount : mounts_)
      if (mount.path == path) return &mount;
    return nullptr;
  };
  if (const mjpResourceProvider* provider = provider_of(scheme_of(full))) {
    const std::string scheme = to_lower(scheme_of(full)) + ":";
    if (const Mount* known = find(scheme)) return known;
    return mount(scheme, *provider) == 0 ? find(scheme) : nullptr;
  }
  for (std::string path = full;;) {  // the deepest mount around it
    if (const Mount* found = find(path)) return found;
    const std::size_t last = path.find_last_of('/');
    if (last == std::string::npos) return nullptr;
    path.resize(last);
  }
}

// ---- functions of programs ----
CORTEN_API mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                                        std::size_t nerror) {
  const int room = static_cast<int>(std::min<std::size_t>(nerror, 1 << 20));
  put_text("", error, room);
  return answer("mju_openResource", [=]() -> mjResource* {
    given(name, "name");
    std::unique_ptr<VfsBox> own = vfs ? nullptr : std::make_unique<VfsBox>(nullptr);
    std::unique_ptr<OpenResource> resource = opened(vfs ? box_of(vfs) : *own, dir ? dir : "", name);
    if (!resource) {
      put_text(python::client_text::no_file(combine_path(dir ? dir : "", name)), error, room);
      return nullptr;
    }
    resource->own_mounts = std::move(own);
    return resource.release();
  });
}

CORTEN_API void mju_closeResource(mjResource* resource) {
  if (!resource) return;
  perform("mju_closeResource", [=] {
    const std::unique_ptr<OpenResource> owned(static_cast<OpenResource*>(resource));
    if (owned->provider && owned->provider->close) owned->provider->close(resource);
  });
}

// Bytes of the file, −1 if it cannot be read.
CORTEN_API int mju_readResource(mjResource* resource, const void** buffer) {
  return answer("mju_readResource", [=] {
    given(resource, "resource"), given(buffer, "buffer");
    if (resource->provider) return resource->provider->read(resource, buffer);
    const std::optional<File>& file = static_cast<OpenResource*>(resource)->file;
    if (!file) return -1;
    *buffer = file->bytes().data();
    return static_cast<int>(file->bytes().size());
  });
}

// The part of a name up to its last separator, or up to the colon of its scheme.
CORTEN_API void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  perform("mju_getResourceDir", [=] {
    *given(dir, "dir") = nullptr, *given(ndir, "ndir") = 0;
    if (!resource || !resource->name) return;
    const std::string_view name(resource->name);
    std::size_t last = name.find_last_of("/\\");
    if (last == std::string_view::npos && resource->provider) last = name.find(':');
    *dir = resource->name;
    *ndir = last == std::string_view::npos ? 0 : static_cast<int>(last) + 1;
  });
}

CORTEN_API int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  return answer("mju_isModifiedResource", [=] {
    given(resource, "resource"), given(timestamp, "timestamp");
    if (resource->provider)
      return resource->provider->modified ? resource->provider->modified(resource, timestamp) : 1;
    if (resource->timestamp[0] == '#') return int(std::strcmp(resource->timestamp, timestamp) != 0);
    const auto time_in = [](const char* text) -> std::optional<std::time_t> {
      const std::vector<std::uint8_t> bytes = decode_base64(text);
      std::time_t time = 0;
      if (bytes.size() != sizeof time) return std::nullopt;
      std::memcpy(&time, bytes.data(), sizeof time);
      return time;
    };
    const auto own = time_in(resource->timestamp), other = time_in(timestamp);
    if (!own || !other) return 1;
    return *own > *other ? 1 : *own < *other ? -1 : 0;
  });
}

}  // namespace corten::capi
