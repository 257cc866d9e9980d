#include "capi/spec_box.h"

#include <mutex>
#include <unordered_set>

namespace corten::capi {
namespace {

// Specifications and elements that programs may use; never destroyed, as the list of models.
struct Alive {
  std::mutex mutex;
  std::unordered_set<const void*> all;
};
Alive& alive() {
  static auto* list = new Alive();
  return *list;
}
void enlist_any(const void* thing) {
  const std::lock_guard lock(alive().mutex);
  alive().all.insert(thing);
}
void strike(const void* thing) {
  const std::lock_guard lock(alive().mutex);
  alive().all.erase(thing);
}
bool is_enlisted(const void* thing) {
  const std::lock_guard lock(alive().mutex);
  return alive().all.contains(thing);
}
void require_alive(const void* thing, const char* what) {
  if (!thing) throw Problem(std::string(what) + " is a null pointer");
  const std::lock_guard lock(alive().mutex);
  if (!alive().all.contains(thing))
    throw Problem(std::string(what) + " was deleted, or was not made by this library");
}

// Settings of a specification: numbers that both sides have under one name.
template <class Fn>
void for_settings(mjSpec& view, Spec& s, Fn&& fn) {
  mjsCompiler& c = view.compiler;
  spec::Compiler& o = s.compiler;
  fn(c.autolimits, o.autolimits), fn(c.boundmass, o.boundmass), fn(c.boundinertia, o.boundinertia);
  fn(c.settotalmass, o.settotalmass), fn(c.balanceinertia, o.balanceinertia), fn(c.fitaabb, o.fitaabb);
  fn(c.degree, o.degree), fn(c.discardvisual, o.discardvisual), fn(c.usethread, o.usethread);
  fn(c.fusestatic, o.fusestatic), fn(c.inertiafromgeom, o.inertiafromgeom),
      fn(c.saveinertial, o.saveinertial);
  fn(c.alignfree, o.alignfree), fn(view.strippath, o.strippath);
  LengthRangeOptions& l = c.LRopt;
  spec::LengthRange& r = o.lengthrange;
  fn(l.mode, r.mode), fn(l.useexisting, r.useexisting), fn(l.uselimit, r.uselimit), fn(l.accel, r.accel);
  fn(l.maxforce, r.maxforce), fn(l.timeconst, r.timeconst), fn(l.timestep, r.timestep),
      fn(l.inttotal, r.inttotal);
  fn(l.interval, r.interval), fn(l.tolrange, r.tolrange);
  fn(view.stat.meaninertia, s.statistic.meaninertia), fn(view.stat.meanmass, s.statistic.meanmass);
  fn(view.stat.meansize, s.statistic.meansize), fn(view.stat.extent, s.statistic.extent);
  spec::Size& n = s.size;
  fn(view.memory, n.memory), fn(view.nemax, n.nemax), fn(view.nuserdata, n.nuserdata), fn(view.nkey, n.nkey);
  fn(view.nuser_body, n.nuser_body), fn(view.nuser_jnt, n.nuser_jnt), fn(view.nuser_geom, n.nuser_geom);
  fn(view.nuser_site, n.nuser_site), fn(view.nuser_cam, n.nuser_cam), fn(view.nuser_tendon, n.nuser_tendon);
  fn(view.nuser_actuator, n.nuser_actuator), fn(view.nuser_sensor, n.nuser_sensor);
  fn(view.njmax, n.njmax), fn(view.nconmax, n.nconmax), fn(view.nstack, n.nstack);
}

void take_settings(SpecBox& box) {
  Spec& s = box.spec;
  for_settings(box, s, [](const auto& theirs, auto& ours) {
    using Value = std::remove_cvref_t<decltype(*ours)>;
    const auto now = static_cast<std::remove_cvref_t<decltype(theirs)>>(*ours);
    if (std::memcmp(&theirs, &now, sizeof now) != 0) ours = static_cast<Value>(theirs);
  });
  const std::string sequence(box.compiler.eulerseq, 3);
  if (sequence != *s.compiler.eulerseq) s.compiler.eulerseq = sequence;
  for (int i = 0; i < 2; ++i) s.compiler.inertiagrouprange.value[i] = box.compiler.inertiagrouprange[i];
  if (std::memcmp(&box.stat.center, &s.statistic.center.value, sizeof box.stat.center) != 0)
    s.statistic.center = box.stat.center;
  s.option = box.option, s.visual = box.visual;
  s.modelname = box.modelname->view(), s.comment = box.comment->view(),
  s.modelfiledir = box.modelfiledir->view();
  if (box.compiler.meshdir->view() != *s.compiler.meshdir)
    s.compiler.meshdir = std::string(box.compiler.meshdir->view());
  if (box.compiler.texturedir->view() != *s.compiler.texturedir)
    s.compiler.texturedir = std::string(box.compiler.texturedir->view());
}

void show_settings(SpecBox& box) {
  Spec& s = box.spec;
  for_settings(box, s, [](auto& theirs, const auto& ours) {
    theirs = static_cast<std::remove_cvref_t<decltype(theirs)>>(*ours);
  });
  std::memcpy(box.compiler.eulerseq, s.compiler.eulerseq->data(), 3);
  for (int i = 0; i < 2; ++i) box.compiler.inertiagrouprange[i] = s.compiler.inertiagrouprange.value[i];
  box.stat.center = s.statistic.center.value;
  box.option = s.option, box.visual = s.visual;
  box.modelname->assign(s.modelname), box.comment->assign(s.comment),
      box.modelfiledir->assign(s.modelfiledir);
  box.compiler.meshdir->assign(*s.compiler.meshdir), box.compiler.texturedir->assign(*s.compiler.texturedir);
}

}  // namespace

void detail::enlist(const Element& element) { enlist_any(&element); }

Element::~Element() {
  strike(this);
  for (const auto& [key, value] : user)
    if (value.cleanup) value.cleanup(value.data);
}

SpecBox& new_spec(Spec&& spec) {
  auto box = std::make_unique<SpecBox>();
  box->spec = std::move(spec);
  for (CString** text : {&box->modelname, &box->comment, &box->modelfiledir, &box->compiler.meshdir,
                         &box->compiler.texturedir})
    *text = box->owned.make<CString>();
  auto self = std::make_unique<Element>();
  self->head.elemtype = mjOBJ_MODEL;
  self->box = box.get(), self->node = &box->spec;
  self->exchange = [](Element&, Way) {};
  enlist_any(self.get());
  box->element = &self->head;
  box->elements.emplace(&box->spec, std::move(self));
  show_settings(*box);
  enlist_any(static_cast<mjSpec*>(box.get()));
  return *box.release();
}

void delete_spec(mjSpec* s) {
  SpecBox& box = box_of(s);
  strike(s);
  delete &box;
}

bool is_alive_spec(const mjSpec* s) { return is_enlisted(s); }

void reset_settings(SpecBox& box) {
  const Spec fresh;
  Spec& s = box.spec;
  s.compiler = fresh.compiler, s.option = fresh.option, s.visual = fresh.visual,
  s.statistic = fresh.statistic;
  s.size = fresh.size;
  show_settings(box);
}

SpecBox& box_of(const mjSpec* s) {
  require_alive(s, "the mjSpec");
  return *static_cast<SpecBox*>(const_cast<mjSpec*>(s));
}

Element& element_of(const mjsElement* element) {
  require_alive(element, "the element");
  return *reinterpret_cast<Element*>(const_cast<mjsElement*>(element));
}

Element& element_of_record(const void* record) {
  return element_of(*static_cast<const mjsElement* const*>(given(record, "the element")));
}

void take_instance(const void* element, spec::PluginUse& use) {
  if (!is_enlisted(element)) return;  // its specification may be gone
  const Element& instance = element_of(static_cast<const mjsElement*>(element));
  if (instance.head.elemtype != mjOBJ_PLUGIN) return;
  const auto& node = *static_cast<spec::PluginInstance*>(instance.node);
  const std::string name(instance.name.view());
  if (name.empty())
    use.config = node.config;
  else if (use.name.empty())
    use.name = name;
}

void take_all(SpecBox& box) {
  take_settings(box);
  for (auto& [node, element] : box.elements) element->exchange(*element, Way::kTake);
}

void show_all(SpecBox& box) {
  show_settings(box);
  for (auto& [node, element] : box.elements) element->exchange(*element, Way::kShow);
}

void bury(SpecBox& box, const void* node) {
  const auto known = box.elements.find(node);
  if (known == box.elements.end()) return;
  strike(known->second.get());
  box.gone.push_back(std::move(known->second));
  box.elements.erase(known);
}

mjsDefault* record_of(SpecBox& box, spec::Default* record) {
  if (!record) return nullptr;
  std::unique_ptr<Element>& known = box.elements[record];
  if (!known) {
    auto made = std::make_unique<Element>();
    made->head.elemtype = mjOBJ_DEFAULT;
    made->box = &box, made->node = record, made->node_name = &record->name;
    made->name.assign(record->name);
    made->exchange = [](Element&, Way) {};
    made->record = std::make_unique<std::uint64_t[]>(sizeof(mjsDefault) / 8);
    enlist_any(made.get());
    Element& element = *made;
    known = std::move(made);
    auto& view = *reinterpret_cast<mjsDefault*>(element.record.get());
    view.element = &element.head;
    view.joint = record_of(box, &record->joint), view.geom = record_of(box, &record->geom);
    view.site = record_of(box, &record->site), view.camera = record_of(box, &record->camera);
    view.light = record_of(box, &record->light), view.flex = record_of(box, &record->flex);
    view.mesh = record_of(box, &record->mesh), view.material = record_of(box, &record->material);
    view.pair = record_of(box, &record->pair), view.equality = record_of(box, &record->equality);
    view.tendon = record_of(box, &record->tendon), view.actuator = record_of(box, &record->actuator);
    return &view;
  }
  return reinterpret_cast<mjsDefault*>(known->record.get());
}

spec::Default* class_of(const mjsDefault* record) {
  return record ? static_cast<spec::Default*>(element_of_record(record).node) : nullptr;
}

}  // namespace corten::capi
