// Decoders of programs: functions that make a specification of a file in a format of their own.
#include <mutex>

#include "capi/resources.h"
#include "capi/spec_box.h"
#include "corten/asset/path.h"

namespace corten::capi {

struct mjpDecoder {
  const char* content_type;
  const char* extension;  // several are apart by |
  int (*can_decode)(const mjResource*);
  mjSpec* (*decode)(mjResource*, const mjVFS*);
};

namespace {

struct Registered {
  std::string content_type, extension;
  mjpDecoder decoder;
};
struct Decoders {
  std::mutex mutex;
  std::list<Registered> all;  // programs keep addresses
};
Decoders& decoders() {
  static auto* list = new Decoders();
  return *list;
}

bool has_extension(std::string_view extensions, const std::string& extension) {
  while (!extension.empty() && !extensions.empty()) {
    const std::size_t end = std::min(extensions.find('|'), extensions.size());
    if (extensions.substr(0, end) == extension) return true;
    extensions.remove_prefix(std::min(end + 1, extensions.size()));
  }
  return false;
}

const mjpDecoder* find(const mjResource& resource, std::string_view content_type) {
  const std::lock_guard lock(decoders().mutex);
  const std::string extension = resource.name ? extension_of(resource.name) : "";
  for (const Registered& known : decoders().all) {
    if (!content_type.empty()) {
      if (known.content_type == content_type) return &known.decoder;
    } else if (has_extension(known.extension, extension) ||
               (resource.name && known.decoder.can_decode && known.decoder.can_decode(&resource))) {
      return &known.decoder;
    }
  }
  return nullptr;
}

}  // namespace

mjcf::Decode decode_registered(const mjVFS* vfs) {
  return [vfs](const std::string& path, const std::string& content_type) -> std::optional<Spec> {
    std::string name = path;
    mjResource resource{};
    resource.name = name.data(), resource.vfs = const_cast<mjVFS*>(vfs);
    const mjpDecoder* decoder = find(resource, content_type);
    mjSpec* made = decoder ? decoder->decode(&resource, vfs) : nullptr;
    if (!made) return std::nullopt;
    SpecBox& box = box_of(made);
    take_all(box);
    Spec spec(box.spec);
    delete_spec(made);
    return spec;
  };
}

CORTEN_API void mjp_defaultDecoder(mjpDecoder* decoder) {
  perform("mjp_defaultDecoder", [=] { *given(decoder, "decoder") = {}; });
}

CORTEN_API void mjp_registerDecoder(const mjpDecoder* decoder) {
  perform("mjp_registerDecoder", [=] {
    const char* type = given(given(decoder, "decoder")->content_type, "content_type");
    if (!*type || !decoder->decode || !decoder->can_decode)
      throw Problem("a decoder needs content_type, can_decode and decode");
    const std::lock_guard lock(decoders().mutex);
    for (const Registered& known : decoders().all) {
      if (known.content_type != type) continue;
      if (known.decoder.decode == decoder->decode && known.decoder.can_decode == decoder->can_decode) return;
      throw Problem(std::string("another decoder is registered for '") + type + "'");
    }
    Registered& made =
        decoders().all.emplace_back(Registered{type, decoder->extension ? decoder->extension : "", *decoder});
    made.decoder.content_type = made.content_type.c_str(), made.decoder.extension = made.extension.c_str();
  });
}

CORTEN_API const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  return answer("mjp_findDecoder",
                [=] { return find(*given(resource, "resource"), content_type ? content_type : ""); });
}

CORTEN_API mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  return answer("mju_decodeResource", [=]() -> mjSpec* {
    const mjpDecoder* decoder = find(*given(resource, "resource"), content_type ? content_type : "");
    if (!decoder) {
      keep_warning(
          (std::string("no decoder knows '") + (resource->name ? resource->name : "") + "'").c_str());
      return nullptr;
    }
    return decoder->decode(resource, vfs);
  });
}

}  // namespace corten::capi
