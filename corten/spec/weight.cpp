#include "corten/spec/weight.h"

#include "corten/spec/kinds.h"
#include "corten/spec/names.h"

namespace corten::spec {
namespace {

double heap(const std::string& text) { return static_cast<double>(text.capacity()); }
template <class T>
double heap(const std::vector<T>& values) {
  double bytes = static_cast<double>(sizeof(T) * values.size());
  if constexpr (requires { heap(values.front()); })
    for (const T& value : values) bytes += heap(value);
  return bytes;
}
template <class T>
requires requires(const T& value) { heap(value); }
double heap(const Set<T>& value) { return heap(*value); }

// The texts and lists that an element owns, by the `visit` of its struct.
struct Carried {
  double bytes = 0;

  template <class F, class... More>
  void operator()(const F& field, const More&...) {
    if constexpr (requires { heap(field); }) bytes += heap(field);
  }
  void only(const Attribute&) {}  // no field
  template <class Part>
  void text_of(const Part&) {}
  template <class Part>
  void program_of(const Part& part) {
    Part::visit(part, *this);
  }
};

template <class N>
double carried(const N& node) {
  Carried sum{heap(node.name)};
  N::visit(node, sum);
  return sum.bytes;
}

template <class N>
void add(const List<N>& nodes, std::size_t longer, Weight& weight) {
  weight.elements += nodes.size();
  for (const N& node : nodes) weight.bytes += static_cast<double>(sizeof(N) + longer) + carried(node);
}

}  // namespace

double carried_bytes(const Default& record) {
  double bytes = heap(record.name);
  const auto add_record = [&]<class N>(std::type_identity<N>) {
    if constexpr (!std::is_same_v<decltype(KindOf<N>::kRecord), const std::nullptr_t>)
      bytes += carried(record.*KindOf<N>::kRecord);
  };
  BodyKinds::for_each(add_record);
  ListKinds::for_each(add_record);
  return bytes;
}

Weight weight_of(const Body& root, std::size_t longer) {
  Weight weight;
  for_each_body(root, [&](const Body& body) {
    weight.bodies += body.bodies.size();
    BodyKinds::for_each([&]<class N>(std::type_identity<N>) { add(body.*KindOf<N>::kList, longer, weight); });
  });
  return weight;
}

int list_elements(const Spec& spec) {
  int count = 0;
  ListKinds::for_each([&]<class N>(std::type_identity<N>) { count += (spec.*KindOf<N>::kList).size(); });
  return count;
}

Weight weight_of_lists(const Spec& spec) {
  Weight weight;
  ListKinds::for_each([&]<class N>(std::type_identity<N>) { add(spec.*KindOf<N>::kList, 0, weight); });
  for_each_nested(spec.defaults, [&](const Default& record) {
    ++weight.elements;
    weight.bytes += static_cast<double>(sizeof record) + carried_bytes(record);
  });
  return weight;
}

}  // namespace corten::spec
