// Reading of deformables: flex, skin, and the recipe flexcomp.
#include "corten/mjcf/parts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_flex.h"

namespace corten::mjcf {

namespace {

// The oracle gives vertcollide and passive the value of the boolean it read last in this flex, not their own.
// Where there is none, its value is indeterminate and theirs stands.
void take_last_boolean(spec::Flex& flex) {
  const spec::Set<bool>& last = flex.contact.internal.set ? flex.contact.internal : flex.flatskin;
  if (!last.set) return;
  if (flex.contact.vertcollide.set) flex.contact.vertcollide = *last;
  if (flex.contact.passive.set) flex.contact.passive = *last;
}

template <class Owner>
void read_flex_contact(const XmlElement& element, Owner& owner, Context& context) {
  read_rows(element, rows_of<spec::FlexContact>(), &owner.contact, context.issues);
}
template <class Owner>
void read_flex_elasticity(const XmlElement& element, Owner& owner, Context& context) {
  read_rows(element, rows_of<spec::FlexElasticity>(), &owner.elasticity, context.issues);
}

constexpr Part<spec::Flex> kFlexParts[] = {
    {"contact",
     [](const XmlElement& e, spec::Flex& flex, Context& context) {
       read_flex_contact(e, flex, context);
       take_last_boolean(flex);
     }},
    {"edge", [](const XmlElement& e, spec::Flex& flex,
                Context& context) { read_rows(e, rows_of<spec::Flex>("edge"), &flex, context.issues); }},
    {"elasticity", read_flex_elasticity<spec::Flex>},
};

void read_flex(const XmlElement& element, Context& context) {
  spec::Flex& flex = context.spec.flexes.add();
  flex.place = element.place();
  read_rows(element, rows_of<spec::Flex>(), &flex, context.issues);
  read_parts(element, kFlexParts, flex, context);
}

// Pins add up over the elements of a flexcomp.
void read_pin(const XmlElement& element, FlexComp& flexcomp, Context& context) {
  FlexComp pin;
  read_rows(element, kFlexCompPinRows, &pin, context.issues);
  const auto append = [](std::vector<int>& all, const std::vector<int>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  append(flexcomp.pinid, pin.pinid);
  append(flexcomp.pinrange, pin.pinrange);
  append(flexcomp.pingrid, pin.pingrid);
  append(flexcomp.pingridrange, pin.pingridrange);
}

constexpr Part<FlexComp> kFlexCompParts[] = {
    {"edge",
     [](const XmlElement& e, FlexComp& flexcomp, Context& context) {
       read_rows(e, kFlexCompEdgeRows, &flexcomp, context.issues);
     },
     Second::kIgnored},
    {"elasticity", read_flex_elasticity<FlexComp>, Second::kIgnored},
    {"contact", read_flex_contact<FlexComp>, Second::kIgnored},
    {"pin", read_pin},
    {"plugin",
     [](const XmlElement& e, FlexComp& flexcomp, Context& context) {
       read_plugin_use(e, flexcomp.plugin, context);
     },
     Second::kIgnored},
};

constexpr Section kDeformables[] = {{"flex", read_flex}, {"skin", read_skin}};

}  // namespace

void read_deformable(const XmlElement& section, Context& context) {
  read_parts(section, kDeformables, context);
}

void read_flexcomp(const XmlElement& element, spec::Body& body, Context& context) {
  FlexComp flexcomp;
  flexcomp.place = element.place();
  begin_orientation(element, flexcomp.alt, context);
  read_rows(element, kFlexCompRows, &flexcomp, context.issues);
  flexcomp.file = read_file_name(element, "file", {}, context);
  read_parts(element, kFlexCompParts, flexcomp, context);
  if (*flexcomp.type == kFlexMesh && *flexcomp.dim == 3 && !flexcomp.origin_point.set) {
    context.issues.error(element, "a three-dimensional mesh needs an origin");
  }
  if (*flexcomp.elasticity.elastic2d >= 2 && *flexcomp.equality != 0) {
    context.issues.error(element, "elastic2d with stretching and an edge equality cannot both be given");
  }
  if (context.issues.diagnostics().ok()) expand_flexcomp(element, flexcomp, body, context);
}

}  // namespace corten::mjcf
