// Specifications from text, to text and to models.
#include "capi/spec_box.h"
#include "corten/base/client_texts.h"
#include "corten/base/whole_file.h"
#include "corten/compile/compile.h"
#include "corten/compile/decompile.h"
#include "corten/load.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/sim/reset.h"
#include "corten/spec/names.h"

namespace corten::capi {
namespace {

mjcf::ReadOptions read_options(const mjVFS* vfs) {
  mjcf::ReadOptions options;
  options.plugins = known_plugins();
  options.decode = decode_registered(vfs);
  return options;
}

template <class Read>
mjSpec* parsed(const char* function, char* error, int error_sz, Read read) {
  put_text("", error, error_sz);
  return answer(function, [=]() -> mjSpec* {
    Diagnostics diagnostics;
    Spec spec = read(diagnostics);
    if (diagnostics.ok()) return &new_spec(std::move(spec));
    put_text(diagnostics.text(), error, error_sz);
    return nullptr;
  });
}

// Numbers the elements of bodies as the compiler does.
void number_elements(SpecBox& box) {
  box.ids.clear();
  spec::BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    if constexpr (!std::is_same_v<N, spec::Frame>) {
      int id = 0;
      spec::for_each_body(box.spec.world, [&](spec::Body& body) {
        if constexpr (std::is_same_v<N, spec::Body>)
          box.ids[&body] = id++;
        else
          for (N& node : body.*spec::KindOf<N>::kList) box.ids[&node] = id++;
      });
    }
  });
  box.state = spec::state_layout(box.spec);
}

// Keys that were given short are as long as the state from now on.
void lengthen_keys(Spec& s, const Model& m) {
  for (int i = 0; i < s.keys.size() && i < m.nkey; ++i) {
    spec::Key& key = s.keys[i];
    const auto whole = [&](std::vector<Real>& values, const auto& row) {
      const std::span<const Real> numbers(reinterpret_cast<const Real*>(row.data()),
                                          row.size_bytes() / sizeof(Real));
      if (!values.empty() && values.size() < numbers.size()) values.assign(numbers.begin(), numbers.end());
    };
    whole(key.qpos, m.key_qpos[i]), whole(key.qvel, m.key_qvel[i]), whole(key.act, m.key_act[i]);
    whole(key.mpos, m.key_mpos[i]), whole(key.mquat, m.key_mquat[i]), whole(key.ctrl, m.key_ctrl[i]);
  }
}

// Nothing when it is refused; the box knows why.
std::optional<Model> compiled(SpecBox& box, const mjVFS* vfs) {
  take_all(box);
  box.compiled = box.warning = false;
  box.written.reset();
  if (box.lent) {
    box.error =
        "it was attached by reference to a parent, which has its elements now: compile that, or ask for "
        "copies "
        "with mjs_setDeepCopy(parent, 1) before mjs_attach";
    return std::nullopt;
  }
  Diagnostics diagnostics;
  CompileOptions options;
  options.vfs = files_of(vfs);
  options.cache = &asset_cache();
  options.plugins = known_plugins();
  std::optional<Model> model = compile(box.spec, options, diagnostics);
  box.error = diagnostics.text();
  box.warning = model && !box.error.empty();
  if (!model) return model;
  box.compiled = true;
  settle_keys(box.spec, *model);
  lengthen_keys(box.spec, *model);
  model->signature = spec::structure_signature(box.spec);
  box.element->signature = model->signature;
  number_elements(box);
  show_all(box);
  return model;
}

std::string text_of(SpecBox& box) {
  if (box.written) return mjcf::to_xml(*box.written, written_digits());
  take_all(box);
  if (box.spec.origins.empty()) return mjcf::to_xml(box.spec, written_digits());
  Spec settled = box.spec;
  CompileOptions options;
  options.cache = &asset_cache();
  options.plugins = known_plugins();
  settle_origins(settled, options);
  return mjcf::to_xml(settled, written_digits());
}

// State of the elements that are in both models.
void keep_state(const spec::StateLayout& before, const Data& from, const spec::StateLayout& after, Data& to) {
  struct At {
    int nq = 0, nv = 0, na = 0, nu = 0, nmocap = 0;
    void pass(const spec::StateSize& n) {
      nq += n.nq, nv += n.nv, na += n.na, nu += n.nu, nmocap += n.nmocap;
    }
  };
  std::unordered_map<const void*, At> places;
  At at;
  for (const spec::StateSlot& slot : before) places[slot.element] = at, at.pass(slot.size);
  at = {};
  const auto copy = [](const auto& source, int first, auto& target, int place, int count) {
    if (first + count <= source.size())
      for (int i = 0; i < count; ++i) target[place + i] = source[first + i];
  };
  for (const spec::StateSlot& slot : after) {
    if (const auto found = places.find(slot.element); found != places.end()) {
      const At& was = found->second;
      copy(from.qpos, was.nq, to.qpos, at.nq, slot.size.nq);
      copy(from.qvel, was.nv, to.qvel, at.nv, slot.size.nv);
      copy(from.qacc_warmstart, was.nv, to.qacc_warmstart, at.nv, slot.size.nv);
      copy(from.act, was.na, to.act, at.na, slot.size.na);
      copy(from.ctrl, was.nu, to.ctrl, at.nu, slot.size.nu);
      copy(from.mocap_pos, was.nmocap, to.mocap_pos, at.nmocap, slot.size.nmocap);
      copy(from.mocap_quat, was.nmocap, to.mocap_quat, at.nmocap, slot.size.nmocap);
    }
    at.pass(slot.size);
  }
  to.time = from.time;
}

}  // namespace

CORTEN_API mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return parsed("mj_parseXML", error, error_sz, [=](Diagnostics& diagnostics) {
    if (filename) return mjcf::read_file(filename, files_of(vfs), read_options(vfs), diagnostics);
    diagnostics.error({}, "mj_parseXML", client_text::kNoFilename);
    return Spec();
  });
}

CORTEN_API mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  return parsed("mj_parseXMLString", error, error_sz, [=](Diagnostics& diagnostics) {
    return mjcf::read_string(given(xml, "xml"), files_of(vfs), read_options(vfs), diagnostics);
  });
}

// MJCF and URDF are told apart by what is in the file; decoders of the program are asked first.
CORTEN_API mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                            int error_sz) {
  return parsed("mj_parse", error, error_sz, [=](Diagnostics& diagnostics) {
    const mjcf::ReadOptions options = read_options(vfs);
    std::optional<Spec> decoded =
        options.decode(given(filename, "filename"), content_type ? content_type : "");
    return decoded ? std::move(*decoded) : mjcf::read_file(filename, files_of(vfs), options, diagnostics);
  });
}

CORTEN_API mjSpec* mj_makeSpec() {
  return answer("mj_makeSpec", []() -> mjSpec* { return &new_spec(Spec()); });
}

CORTEN_API void mjs_defaultSpec(mjSpec* s) {
  perform("mjs_defaultSpec", [=] { reset_settings(box_of(s)); });
}

CORTEN_API mjSpec* mj_copySpec(const mjSpec* s) {
  return answer("mj_copySpec", [=]() -> mjSpec* {
    SpecBox& box = box_of(s);
    take_all(box);
    SpecBox& copy = new_spec(Spec(box.spec));
    copy.copies = box.copies, copy.compiled = box.compiled, copy.attached = box.attached;
    return &copy;
  });
}

CORTEN_API void mj_deleteSpec(mjSpec* s) {
  if (s) perform("mj_deleteSpec", [=] { delete_spec(s); });
}

CORTEN_API mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) {
  return answer("mj_compile", [=]() -> mjModel* {
    std::optional<Model> model = compiled(box_of(s), vfs);
    return model ? boxed(std::move(*model)) : nullptr;
  });
}

// The model may be memory that the program allocated, without a buffer yet.
CORTEN_API int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  return answer("mj_recompile", [=] {
    SpecBox& box = box_of(s);
    ModelBox* model = is_bare(given(m, "m")) ? nullptr : &box_of(m);
    DataBox* data = !d ? nullptr : model ? &box_of(*model, d) : &box_of(d);
    const spec::StateLayout before = box.state;
    std::optional<Model> made = compiled(box, vfs);
    if (!made) return -1;
    if (data) {
      take_numbers(*data->view, data->data);
      while (!data->marks.empty()) data->marks.pop_back();  // of memory that goes
      Data fresh = make_data(*made);
      keep_state(before, data->data, box.state, fresh);
      data->data = std::move(fresh), data->sizes = made->sizes();
      show(*made, data->data, *data->view);
    }
    if (model) {
      model->model = std::move(*made);
      show(model->model, *model->view);
    } else {
      boxed(std::move(*made), m);
    }
    forget_matches();
    return 0;
  });
}

namespace {

// Why the numbers of a model are none of this specification; empty if they are.
std::string refused_back(const SpecBox& box, const mjModel* m) {
  if (!m) return "the mjModel is a null pointer";
  if (!box.compiled) return "the mjSpec has to be compiled before numbers are copied back to it";
  if (box.element->signature != model_of(m).signature) return "the mjModel was compiled from another mjSpec";
  return {};
}

// The text of a specification, or why there is none: it says what the compiler made of the numbers.
std::optional<std::string> writable(const mjSpec* s, char* error, int error_sz) {
  const auto refuse = [=](const std::string& why) {
    put_text(why, error, error_sz);
    return std::nullopt;
  };
  if (!s) return refuse(client_text::kNoModel);
  SpecBox& box = box_of(s);
  if (!box.compiled) return refuse(client_text::kNotCompiled + std::string(": call mj_compile first"));
  if (!box.spec.pending_keys.empty())
    return refuse(client_text::kPendingKeys + std::string(": call mj_compile, then write it"));
  return text_of(box);
}

}  // namespace

// 1, or 0 if the model is another one. As in MuJoCo, what is written has the numbers until the next
// compilation.
CORTEN_API int mj_copyBack(mjSpec* s, const mjModel* m) {
  return answer("mj_copyBack", [=] {
    SpecBox& box = box_of(s);
    box.error = refused_back(box, m), box.warning = false;
    if (!box.error.empty()) return 0;
    Diagnostics diagnostics;
    Spec spec = decompile(model_of(m), diagnostics);
    restore_assets(box.spec, spec);
    box.written = std::move(spec);
    return 1;
  });
}

// Zero, the length of a text that does not fit, or −1.
CORTEN_API int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  put_text("", error, error_sz);
  return answer("mj_saveXMLString", [=] {
    const std::optional<std::string> text = writable(s, error, error_sz);
    if (!text) return -1;
    const int size = static_cast<int>(text->size());
    if (!xml || xml_sz <= size) {
      put_text(client_text::text_too_short(size + 1), error, error_sz);
      return size;
    }
    put_text(*text, xml, xml_sz);
    return 0;
  });
}

CORTEN_API int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  put_text("", error, error_sz);
  return answer("mj_saveXML", [=] {
    const std::string path = given(filename, "filename");
    const std::optional<std::string> text = writable(s, error, error_sz);
    if (!text) return -1;
    try {
      write_whole_file(path, *text);
      return 0;
    } catch (const std::runtime_error& problem) {
      put_text(problem.what(), error, error_sz);
      return -1;
    }
  });
}

CORTEN_API const char* mjs_getError(mjSpec* s) {
  return answer("mjs_getError", [=] { return box_of(s).error.c_str(); });
}
CORTEN_API int mjs_isWarning(mjSpec* s) {
  return answer("mjs_isWarning", [=] { return int(box_of(s).warning); });
}

}  // namespace corten::capi
