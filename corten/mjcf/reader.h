// The reader's parts: one function per section of MJCF, sharing a Context. Rows do most of the work; here is
// what rows cannot say.
#pragma once

#include <unordered_map>

#include "corten/mjcf/attribute.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/schema.h"
#include "corten/spec/weight.h"

namespace corten::mjcf {

// Default classes by name: one is looked up for every element. Of several of a name, which attached models
// can bring, it knows the first and the last.
class ClassIndex {
 public:
  const spec::Default* first(const Spec& spec, const std::string& name);  // null: there is none
  const spec::Default* last(const Spec& spec, const std::string& name);
  void add(const spec::Default& record);
  void forget();  // when classes have come by other ways
  double carried_bytes(const spec::Default& record);

 private:
  struct Entry {
    const spec::Default *first, *last;
  };
  const Entry* find(const Spec& spec, const std::string& name);

  std::unordered_map<std::string, Entry> by_name_;
  std::unordered_map<const spec::Default*, double> carried_;
};

struct Context {
  Spec& spec;
  const Vfs& vfs;
  const ReadOptions& options;
  Issues issues;
  // trees that are being read: the world, then the contents of open replicates
  std::vector<spec::Body*> roots{&spec.world};
  // a model was attached under the empty prefix: its classes hide those of the same name
  bool hidden_classes = false;
  ClassIndex classes{};
  int plugin_uses = 0;  // read so far, those of named instances excepted
  int open_frames = 0;  // frames and replicates around the current element; the schema does not look inside
  std::int64_t bodies = 0;  // read so far, copies included
  std::int64_t visits = 0;  // of elements that replicas looked at for references

  Budget& budget() const { return *options.budget; }
  // Each names the element that multiplies and is thrown out of the reading when there is no room.
  void count_bodies(std::int64_t count, const XmlElement& element);
  void draw(double times, const spec::Weight& weight, const XmlElement& element);
};

Spec read_document(const XmlElement& root, const std::string& path, const Vfs& vfs,
                   const ReadOptions& options, Diagnostics& diagnostics);
void read_mjcf(const XmlElement& root, Context& context);

// read_settings.cpp
void read_compiler(const XmlElement& section, Context& context);
void read_option(const XmlElement& section, Context& context);
void read_size(const XmlElement& section, Context& context);
void read_visual(const XmlElement& section, Context& context);
void read_statistic(const XmlElement& section, Context& context);

// read_default.cpp
void read_default_section(const XmlElement& section, Context& context);
// The class an element names, else `active`; an unknown one is an error.
const spec::Default& element_class(const XmlElement& element, const spec::Default& active, Context& context);
const spec::Default& named_class(const XmlElement& element, std::string_view attribute,
                                 const spec::Default& active, Context& context);

// read_custom.cpp: custom, extension, keyframe, uses of plugins
void read_extension(const XmlElement& section, Context& context);
void read_custom(const XmlElement& section, Context& context);
void read_keyframe(const XmlElement& section, Context& context);
void read_plugin_use(const XmlElement& element, spec::PluginUse& plugin, Context& context);

// read_asset.cpp
void read_asset(const XmlElement& section, Context& context);
void read_mesh_values(const XmlElement& element, spec::Mesh& mesh, Context& context);
void read_material_values(const XmlElement& element, spec::Material& material, Context& context);
void read_skin(const XmlElement& element, Context& context);
// A file attribute, reduced; inside an included file it may have to name the folder of that file.
std::string read_file_name(const XmlElement& element, std::string_view attribute,
                           const std::string& asset_dir, Context& context);

// include.cpp: every include below `root`, nested ones too, gives way to the children of the named file.
// `model_file` is the path of the top file (empty for text from memory).
void expand_includes(XmlElement& root, const std::string& model_file, const Vfs& vfs,
                     Diagnostics& diagnostics, Budget* budget = nullptr);

// urdf.cpp
void read_urdf(const XmlElement& root, Context& context);

// What reads an element of a name.
struct Section {
  std::string_view name;
  void (*read)(const XmlElement& element, Context& context);
};

// read_body.cpp
void read_worldbody(const XmlElement& section, Context& context);
void read_body_children(const XmlElement& parent, spec::Body& body, int frame, const spec::Default& active,
                        Context& context);
void read_joint_values(const XmlElement& element, spec::Joint& joint, Context& context);
void read_geom_values(const XmlElement& element, spec::Geom& geom, Context& context);
void read_site_values(const XmlElement& element, spec::Site& site, Context& context);
void read_camera_values(const XmlElement& element, spec::Camera& camera, Context& context);
void read_light_values(const XmlElement& element, spec::Light& light, Context& context);

// read_mechanism.cpp
void read_contact(const XmlElement& section, Context& context);
void read_equality(const XmlElement& section, Context& context);
void read_tendon(const XmlElement& section, Context& context);
void read_tendon_values(const XmlElement& element, spec::Tendon& tendon, Context& context);

// read_actuator.cpp
void read_actuator(const XmlElement& section, Context& context);
void read_actuator_values(const XmlElement& element, spec::Actuator& actuator, Context& context);
bool is_actuator(std::string_view element_name);

// read_sensor.cpp
void read_sensor(const XmlElement& section, Context& context);

// read_flex.cpp
void read_deformable(const XmlElement& section, Context& context);
void read_flexcomp(const XmlElement& element, spec::Body& body, Context& context);

// composite.cpp, replicate.cpp, read_attach.cpp
void read_composite(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
                    Context& context);
void read_replicate(const XmlElement& element, spec::Body& body, int frame, const spec::Default& active,
                    Context& context);
void read_attach(const XmlElement& element, spec::Body& body, int frame, Context& context);

// Where a new element was written.
template <class N>
void locate_node(const XmlElement& element, N& node) {
  node.place = element.place();
}

// Reads a posed element: at most one orientation, which replaces an inherited alternative; no zero
// quaternion.
void begin_orientation(const XmlElement& element, spec::Orientation& alt, Context& context);
void end_orientation(const XmlElement& element, const Quat<Real>& quat, spec::Orientation& alt,
                     Context& context);
template <class N>
void read_posed(const XmlElement& element, Rows rows, N& node, Context& context) {
  begin_orientation(element, node.alt, context);
  read_rows(element, rows, &node, context.issues);
  end_orientation(element, *node.quat, node.alt, context);
}

}  // namespace corten::mjcf
