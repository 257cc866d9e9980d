#include "corten/spec/weight.h"

#include "corten/spec/kinds.h"
#include "corten/spec/names.h"

namespace corten::spec {
namespace {

template <class T>
double bytes_of(const std::vector<T>& values) {
  return static_cast<double>(sizeof(T)) * static_cast<double>(values.size());
}

// the lists of numbers an element may own
template <class N>
double numbers_of(const N& node) {
  double bytes = 0;
  if constexpr (requires { node.userdata; }) bytes += bytes_of(node.userdata);
  if constexpr (requires { node.uservert; })
    bytes += bytes_of(node.uservert) + bytes_of(node.usernormal) + bytes_of(node.usertexcoord) +
             bytes_of(node.userface);
  if constexpr (std::is_same_v<N, Texture>) bytes += bytes_of(node.data);
  if constexpr (std::is_same_v<N, Numeric>) bytes += bytes_of(node.data);
  if constexpr (std::is_same_v<N, Text>) bytes += static_cast<double>(node.data.size());
  if constexpr (std::is_same_v<N, Skin>)
    bytes += bytes_of(node.vert) + bytes_of(node.texcoord) + bytes_of(node.face);
  if constexpr (std::is_same_v<N, Key>)
    bytes += bytes_of(node.qpos) + bytes_of(node.qvel) + bytes_of(node.act);
  return bytes;
}

template <class N>
void add(const List<N>& nodes, std::size_t longer, Weight& weight) {
  weight.elements += nodes.size();
  for (const N& node : nodes)
    weight.bytes += static_cast<double>(sizeof(N) + node.name.size() + longer) + numbers_of(node);
}

}  // namespace

Weight weight_of(const Body& root, std::size_t longer) {
  Weight weight;
  for_each_body(root, [&](const Body& body) {
    weight.bodies += body.bodies.size();
    BodyKinds::for_each([&]<class N>(std::type_identity<N>) { add(body.*KindOf<N>::kList, longer, weight); });
  });
  return weight;
}

Weight weight_of_lists(const Spec& spec) {
  Weight weight;
  ListKinds::for_each([&]<class N>(std::type_identity<N>) { add(spec.*KindOf<N>::kList, 0, weight); });
  for_each_nested(spec.defaults, [&](const Default& record) {
    ++weight.elements;
    weight.bytes += static_cast<double>(sizeof record + record.name.size()) + numbers_of(record.geom) +
                    numbers_of(record.mesh) + numbers_of(record.site) + numbers_of(record.joint);
  });
  return weight;
}

}  // namespace corten::spec
