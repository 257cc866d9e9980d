// Models, data, scenes and the schema of MJCF as text files.
#include <cstring>
#include <stdexcept>

#include "capi/call.h"
#include "capi/scene_abi.h"
#include "corten/base/whole_file.h"
#include "corten/mjcf/schema_text.h"
#include "corten/print_text.h"
#include "corten/text_lines.h"

extern "C" const char* mjRNDSTRING[][3];

namespace corten::capi {
namespace {

constexpr const char* kUsual = "%- 9.2g";

void write(const char* filename, const std::string& text) {
  try {
    write_whole_file(given(filename, "filename"), text);
  } catch (const Problem&) {  // no name
    throw;
  } catch (const std::runtime_error& problem) {
    keep_warning(problem.what());
  }
}

std::string checked(const char* format) {
  if (!format || !is_real_format(format))
    throw Problem("the format has to print one real number, such as %- 9.2g");
  return format;
}

void print_model(const char* function, const mjModel* m, const char* filename, const char* format) {
  perform(function, [=] { write(filename, model_text(model_of(m), checked(format))); });
}

void print_data(const char* function, const mjModel* m, const mjData* d, const char* filename,
                const char* format) {
  perform(function, [=] {
    const Model& model = model_of(m);
    take_numbers(*given(d, "d"), box_of(box_of(m), d).data);
    write(filename, data_text(model, data_of(m, d), checked(format)));
  });
}

// The parts of an mjvScene one after the other, each with its fields.
class ScenePrinter {
 public:
  ScenePrinter(const mjvScene& scene, const std::string& format) : s_(scene), out_(format) {}

  std::string print() && {
    list("GEOM", s_.ngeom, [&](int i) { geom(s_.geoms[i]); });
    list("LIGHT", s_.nlight, [&](int i) { light(s_.lights[i]); });
    list("CAMERA", 2, [&](int i) { camera(s_.camera[i]); });
    list("FLEX DATA", s_.nflex, [&](int i) { flex(i); });
    list("SKIN DATA", s_.nskin, [&](int i) { skin(i); });
    flags(), transform();
    return std::move(out_).text();
  }

 private:
  static constexpr std::size_t kColumn = 18;

  template <class Fn>
  void list(const std::string& heading, int count, Fn&& fn) {
    const bool plural = heading.find(' ') == std::string::npos;
    out_.line(heading + (plural ? "S " : " ") + std::to_string(count));
    for (int i = 0; i < count; ++i) {
      out_.line("  " + heading + " " + std::to_string(i));
      fn(i);
      out_.line();
    }
    out_.line();
  }
  void text(const char* name, const std::string& value) {
    out_.line("    " + TextLines::padded(name, kColumn - 1) + value);
  }
  void field(const char* name, int value) { text(name, " " + std::to_string(value)); }
  void field(const char* name, float value) { text(name, out_.real(value)); }
  template <class T>
  requires(Element<T>::kCount > 1) void field(const char* name, const T& value) {
    text(name, out_.each(TextLines::scalars(&value, 1)));
  }

  void geom(const mjvGeom& g) {
    field("type", g.type), field("category", g.category);
    text("label", {g.label, strnlen(g.label, sizeof g.label)});
    field("objtype", g.objtype), field("objid", g.objid);
    field("pos", g.pos), field("mat", g.mat), field("size", g.size);
    field("segid", g.segid), field("dataid", g.dataid), field("matid", g.matid);
    field("texcoord", g.texcoord), field("rgba", g.rgba), field("emission", g.emission);
    field("specular", g.specular), field("shininess", g.shininess), field("reflectance", g.reflectance);
  }
  void light(const mjvLight& l) {
    field("id", l.id), field("pos", l.pos), field("dir", l.dir), field("type", l.type);
    field("castshadow", l.castshadow), field("headlight", l.headlight), field("intensity", l.intensity);
    field("range", l.range), field("ambient", l.ambient), field("diffuse", l.diffuse);
    field("specular", l.specular), field("texid", l.texid), field("exponent", l.exponent);
    field("attenuation", l.attenuation), field("cutoff", l.cutoff), field("bulbradius", l.bulbradius);
  }
  void camera(const mjvGLCamera& c) {
    field("pos", c.pos), field("forward", c.forward), field("up", c.up);
    field("orthographic", c.orthographic), field("frustum_center", c.frustum_center);
    field("frustum_width", c.frustum_width), field("frustum_bottom", c.frustum_bottom);
    field("frustum_top", c.frustum_top), field("frustum_near", c.frustum_near);
    field("frustum_far", c.frustum_far);
  }
  void shortened(std::initializer_list<const char*> names) {
    for (const char* name : names) text(name, "...");
  }
  void flex(int i) {
    field("face_used", s_.flexfaceused[i]);
    field("edge_adr", s_.flexedgeadr[i]), field("edge_num", s_.flexedgenum[i]);
    field("vert_adr", s_.flexvertadr[i]), field("vert_num", s_.flexvertnum[i]);
    field("face_adr", s_.flexfaceadr[i]), field("face_num", s_.flexfacenum[i]);
    shortened({"edges", "verts", "faces", "normals", "texcoords"});
  }
  void skin(int i) {
    field("face_num", s_.skinfacenum[i]);
    field("vert_adr", s_.skinvertadr[i]), field("vert_num", s_.skinvertnum[i]);
    shortened({"verts", "normals"});
  }
  void flags() {
    out_.line("FLAGS");
    for (int i = 0; i < mjNRNDFLAG; ++i)
      out_.line("  " + TextLines::padded(mjRNDSTRING[i][0], 22) + std::to_string(s_.flags[i]));
    const auto line = [&](const char* name, int value) {
      out_.line("  " + TextLines::padded(name, 20) + std::to_string(value));
    };
    line("flexvertopt", s_.flexvertopt), line("flexedgeopt", s_.flexedgeopt);
    line("flexfaceopt", s_.flexfaceopt), line("flexskinopt", s_.flexskinopt), line("stereo", s_.stereo);
    out_.line(), out_.line();
  }
  void transform() {
    out_.line("TRANSFORM " + std::to_string(s_.enabletransform));
    if (s_.enabletransform) {
      const auto line = [&](const char* name, const std::string& value) {
        out_.line("  " + TextLines::padded(name, 19) + value);
      };
      line("translate", out_.each(TextLines::scalars(&s_.translate, 1)));
      line("rotate", out_.each(std::span<const float>(s_.rotate)));
      line("scale", out_.real(s_.scale));
    }
    out_.line(), out_.line();
  }

  const mjvScene& s_;
  TextLines out_;
};

void print_scene(const char* function, const mjvScene* s, const char* filename, const char* format) {
  perform(function,
          [=] { write(filename, ScenePrinter(*given(s, "the mjvScene"), checked(format)).print()); });
}

}  // namespace

CORTEN_API void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  print_model("mj_printFormattedModel", m, filename, float_format);
}
CORTEN_API void mj_printModel(const mjModel* m, const char* filename) {
  print_model("mj_printModel", m, filename, kUsual);
}
CORTEN_API void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                      const char* float_format) {
  print_data("mj_printFormattedData", m, d, filename, float_format);
}
CORTEN_API void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  print_data("mj_printData", m, d, filename, kUsual);
}
CORTEN_API void mj_printFormattedScene(const mjvScene* s, const char* filename, const char* float_format) {
  print_scene("mj_printFormattedScene", s, filename, float_format);
}
CORTEN_API void mj_printScene(const mjvScene* s, const char* filename) {
  print_scene("mj_printScene", s, filename, kUsual);
}

// Length of the text; a file and a buffer may both be missing.
CORTEN_API int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  return answer("mj_printSchema", [=] {
    const std::string text = mjcf::schema_text(flg_html != 0, flg_pad != 0);
    if (filename) write(filename, text);
    put_text(text, buffer, buffer_sz);
    return static_cast<int>(text.size());
  });
}

}  // namespace corten::capi
