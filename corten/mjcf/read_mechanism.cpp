// Reading of contact, equality and tendon sections.
#include "corten/mjcf/parts.h"
#include "corten/mjcf/reader.h"
#include "corten/mjcf/rows_mechanism.h"

namespace corten::mjcf {

namespace {

template <class N>
N& add_listed(const XmlElement& element, spec::List<N>& list, N spec::Default::*record, Context& context) {
  const spec::Default& from = element_class(element, context.spec.defaults, context);
  N& node = list.add(from.*record);
  node.classname = from.name;
  node.place = element.place();
  return node;
}

void read_pair(const XmlElement& element, Context& context) {
  spec::Pair& pair = add_listed(element, context.spec.pairs, &spec::Default::pair, context);
  read_rows(element, rows_of<spec::Pair>(), &pair, context.issues);
  if (context.options.lenient && (*pair.condim == 2 || *pair.condim == 5)) {
    context.issues.warning(element, "condim " + std::to_string(*pair.condim) + " rounded up");
    pair.condim = *pair.condim + 1;
  }
}

// Bodies or sites of a connect or weld; `body_terms`: something only bodies can have was given.
bool read_pair_of_objects(const XmlElement& element, const EqualityTerms& terms, bool body_terms,
                          bool body_complete, spec::Equality& equality, Context& context) {
  const bool has_sites = terms.site1.set || terms.site2.set;
  const bool has_bodies = terms.body1.set || terms.body2.set || body_terms;
  if (has_sites && has_bodies) {
    context.issues.error(element, "bodies and sites cannot be mixed");
  } else if (has_sites ? !(terms.site1.set && terms.site2.set) : !body_complete) {
    context.issues.error(element, element.name == "connect" ? "needs body1 and anchor, or site1 and site2"
                                                            : "needs body1, or site1 and site2");
  }
  equality.objtype = has_sites ? mjOBJ_SITE : mjOBJ_BODY;
  equality.name1 = has_sites ? *terms.site1 : *terms.body1;
  equality.name2 = has_sites ? *terms.site2 : *terms.body2;
  return !has_sites;
}

void read_connect(const XmlElement& element, const EqualityTerms& terms, spec::Equality& equality,
                  Context& context) {
  const bool bodies = read_pair_of_objects(element, terms, terms.anchor.set,
                                           terms.body1.set && terms.anchor.set, equality, context);
  if (!bodies) return;
  for (int i = 0; i < 3; ++i) (*equality.data)[i] = (*terms.anchor)[i];
}

void read_weld(const XmlElement& element, const EqualityTerms& terms, spec::Equality& equality,
               Context& context) {
  const bool bodies = read_pair_of_objects(element, terms, terms.anchor.set || terms.relpose.set,
                                           terms.body1.set, equality, context);
  auto& data = *equality.data;
  if (bodies) {
    for (int i = 0; i < 3; ++i) data[i] = (*terms.anchor)[i];
    for (int i = 0; i < 7; ++i) data[3 + i] = terms.relpose.set ? (*terms.relpose)[i] : data[3 + i];
  }
  if (terms.torquescale.set) data[10] = *terms.torquescale;
}

void read_coupling(const XmlElement& element, const EqualityTerms& terms, spec::Equality& equality) {
  const bool joints = element.name == "joint";
  equality.name1 = joints ? *terms.joint1 : *terms.tendon1;
  equality.name2 = joints ? *terms.joint2 : *terms.tendon2;
  if (!terms.polycoef.set) return;
  for (int i = 0; i < 5; ++i) (*equality.data)[i] = (*terms.polycoef)[i];
}

struct EqualityKind {
  std::string_view name;
  int type;
  Rows terms;
};
constexpr EqualityKind kEqualityKinds[] = {
    {"connect", mjEQ_CONNECT, kConnectRows}, {"weld", mjEQ_WELD, kWeldRows},
    {"joint", mjEQ_JOINT, kEqJointRows},     {"tendon", mjEQ_TENDON, kEqTendonRows},
    {"flex", mjEQ_FLEX, kEqFlexRows},        {"flexvert", mjEQ_FLEXVERT, kEqFlexRows}};

void read_equality_element(const XmlElement& element, const EqualityKind& kind, Context& context) {
  spec::Equality& equality = add_listed(element, context.spec.equalities, &spec::Default::equality, context);
  equality.type = kind.type;
  read_rows(element, rows_of<spec::Equality>(), &equality, context.issues);
  EqualityTerms terms;
  for (int i = 0; i < 5; ++i) (*terms.polycoef)[i] = (*equality.data)[i];
  read_rows(element, kind.terms, &terms, context.issues);
  switch (kind.type) {
    case mjEQ_CONNECT:
      return read_connect(element, terms, equality, context);
    case mjEQ_WELD:
      return read_weld(element, terms, equality, context);
    case mjEQ_JOINT:
    case mjEQ_TENDON:
      return read_coupling(element, terms, equality);
    default:
      equality.name1 = *terms.flex;
  }
}

struct WrapKind {
  std::string_view name;
  int type;
  Rows rows;
};
constexpr WrapKind kWrapKinds[] = {{"joint", mjWRAP_JOINT, kWrapJointRows},
                                   {"site", mjWRAP_SITE, kWrapSiteRows},
                                   {"geom", mjWRAP_SPHERE, kWrapGeomRows},
                                   {"pulley", mjWRAP_PULLEY, kWrapPulleyRows}};

void read_wrap(const XmlElement& element, spec::Tendon& tendon, Context& context) {
  for (const WrapKind& kind : kWrapKinds) {
    if (element.name != kind.name) continue;
    spec::Wrap& wrap = tendon.path.add();
    wrap.place = element.place();
    wrap.type = kind.type;
    read_rows(element, kind.rows, &wrap, context.issues);
  }
}

void read_exclude(const XmlElement& element, Context& context) {
  spec::Exclude& exclude = context.spec.excludes.add();
  exclude.place = element.place();
  read_rows(element, rows_of<spec::Exclude>(), &exclude, context.issues);
}

}  // namespace

void read_contact(const XmlElement& section, Context& context) {
  constexpr Section parts[] = {{"pair", read_pair}, {"exclude", read_exclude}};
  read_parts(section, parts, context);
}

void read_equality(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    for (const EqualityKind& kind : kEqualityKinds) {
      if (child.name == kind.name) read_equality_element(child, kind, context);
    }
  }
}

void read_tendon_values(const XmlElement& element, spec::Tendon& tendon, Context& context) {
  read_rows(element, rows_of<spec::Tendon>(), &tendon, context.issues);
  if (element.name != "fixed") read_rows(element, rows_of<spec::Tendon>("spatial"), &tendon, context.issues);
  const std::string* text = element.find("springlength");
  if (!text) return;
  std::string problem;
  const auto lengths = parse_reals(*text, problem);
  if (!lengths || lengths->size() > 2) {
    context.issues.error(element,
                         "attribute 'springlength': " + (lengths ? "expected one or two values" : problem));
  } else if (!lengths->empty()) {
    tendon.springlength = spec::Real2{lengths->front(), lengths->back()};
  }
}

void read_tendon(const XmlElement& section, Context& context) {
  for (const XmlElement& child : section.children) {
    if (child.name != "spatial" && child.name != "fixed") continue;
    spec::Tendon& tendon = add_listed(child, context.spec.tendons, &spec::Default::tendon, context);
    tendon.spatial = child.name == "spatial";
    read_tendon_values(child, tendon, context);
    for (const XmlElement& wrap : child.children) read_wrap(wrap, tendon, context);
  }
}

}  // namespace corten::mjcf
