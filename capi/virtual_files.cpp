// Virtual files: bytes from memory and providers of programs, in front of the disk.
#include "capi/resources.h"
#include "capi/shared.h"
#include "corten/asset/path.h"

namespace corten::capi {

VfsBox& box_of(const mjVFS* vfs) {
  auto* box = static_cast<VfsBox*>(given(vfs, "vfs")->impl);
  if (!box || box->mark != VfsBox::kMark) throw Problem("the mjVFS was not prepared by mj_defaultVFS");
  return *box;
}

const Vfs* files_of(const mjVFS* vfs) {
  if (vfs) return &box_of(vfs).files;
  static const Vfs* disk = [] {  // and providers, which are mounted for one file
    auto* files = new Vfs();
    files->set_source([](const std::string& dir, const std::string& name) -> std::optional<std::string> {
      if (!provider_of(scheme_of(name)) && !provider_of(scheme_of(dir))) return std::nullopt;
      VfsBox box(nullptr);
      const std::optional<File> file = box.files.open(dir, name);
      return file ? std::optional(std::string(file->bytes())) : std::nullopt;
    });
    return files;
  }();
  return disk;
}

CORTEN_API void mj_defaultVFS(mjVFS* vfs) {
  perform("mj_defaultVFS", [=] { given(vfs, "vfs")->impl = new VfsBox(vfs); });
}

CORTEN_API void mj_deleteVFS(mjVFS* vfs) {
  perform("mj_deleteVFS", [=] {
    if (!vfs || !vfs->impl) return;
    VfsBox* box = &box_of(vfs);
    box->mark = 0;
    delete box;
    vfs->impl = nullptr;
  });
}

CORTEN_API int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  return answer("mj_mountVFS", [=] {
    VfsBox& box = box_of(vfs);
    return provider ? box.mount(reduce_path(given(filepath, "filepath")), *provider) : -1;
  });
}

CORTEN_API int mj_unmountVFS(mjVFS* vfs, const char* filename) {
  return answer("mj_unmountVFS",
                [=] { return box_of(vfs).unmount(reduce_path(given(filename, "filename"))) ? 0 : -1; });
}

// 0: added, 2: the name is taken, −1: it cannot be read.
CORTEN_API int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  return answer("mj_addFileVFS", [=] {
    VfsBox& box = box_of(vfs);
    const std::string folder = directory ? directory : "";
    const std::string separator = folder.empty() || folder.back() == '/' ? "" : "/";
    std::optional<std::string> bytes = read_disk(folder + separator + given(filename, "filename"));
    const bool there = bytes.has_value();
    const std::string name = to_lower(base_name(filename));
    if (!box.files.add(name, there ? std::move(*bytes) : std::string())) return 2;
    if (!there) box.files.remove(name);
    return there ? 0 : -1;
  });
}

CORTEN_API int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  return answer("mj_addBufferVFS", [=] {
    VfsBox& box = box_of(vfs);
    if (nbuffer < 0) return -1;
    const char* bytes = nbuffer ? static_cast<const char*>(given(buffer, "buffer")) : "";
    return box.files.add(given(name, "name"), std::string(bytes, static_cast<std::size_t>(nbuffer))) ? 0 : 2;
  });
}

CORTEN_API int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  return answer("mj_deleteFileVFS", [=] {
    Vfs& files = box_of(vfs).files;
    // files of the disk were added under their plain names
    return files.remove(given(filename, "filename")) || files.remove(to_lower(base_name(filename))) ? 0 : -1;
  });
}

}  // namespace corten::capi
