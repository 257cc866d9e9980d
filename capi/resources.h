// Files as programs provide them: from memory (mjVFS), by functions of their own (mjpResourceProvider), from
// the disk.
#pragma once

#include <list>
#include <mutex>

#include "capi/problem.h"
#include "corten/asset/vfs.h"

namespace corten::capi {

struct mjpResourceProvider;

struct mjResource {
  char* name;
  void* data;
  mjVFS* vfs;
  char timestamp[512];
  const mjpResourceProvider* provider;
};

struct mjpResourceProvider {
  const char* prefix;
  int (*open)(mjResource*);
  int (*read)(mjResource*, const void** buffer);
  void (*close)(mjResource*);
  int (*mount)(mjResource*);
  int (*unmount)(mjResource*);
  int (*modified)(const mjResource*, const char* timestamp);
  void* data;
};

// A provider at work below a path, or for all names of its scheme.
struct Mount {
  std::string path;  // reduced; "scheme:" for a scheme
  mjpResourceProvider provider;
  mjResource resource;  // what mount and unmount see
};

// What stands behind an mjVFS; told from memory that was never initialised by its first number.
class VfsBox {
 public:
  static constexpr std::uint64_t kMark = 0x5646532043464f52;
  std::uint64_t mark = kMark;
  Vfs files;

  explicit VfsBox(mjVFS* view);
  ~VfsBox();
  VfsBox(const VfsBox&) = delete;
  VfsBox& operator=(const VfsBox&) = delete;

  // 0: mounted, 2: the path is taken, −1: it cannot be mounted.
  int mount(const std::string& path, const mjpResourceProvider& provider);
  bool unmount(const std::string& path);
  // The provider of a file and the name it knows it by; null if memory or the disk have it.
  const Mount* mount_of(const std::string& dir, const std::string& name, std::string& full);
  mjVFS* view() const { return view_; }

 private:
  mjVFS* view_;
  std::recursive_mutex mutex_;  // providers may open files, and threads load assets
  std::list<Mount> mounts_;     // resources point to providers in it
};

// Throws Problem if it was not made by mj_defaultVFS.
VfsBox& box_of(const mjVFS* vfs);

// The provider that was registered for a scheme, null if none.
const mjpResourceProvider* provider_of(std::string_view scheme);

}  // namespace corten::capi
