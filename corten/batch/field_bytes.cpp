#include "corten/batch/field_bytes.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <type_traits>

#include "corten/model/element.h"

namespace corten {
namespace {

using Table = std::map<std::string, FieldPlace>;

// Views show the memory they point to, plain members themselves.
template <class Member>
std::span<std::byte> shown_by(std::byte* address) {
  Member& member = *reinterpret_cast<Member*>(address);
  if constexpr (
      requires { typename Member::value_type; } && requires { member.size(); }) {
    return std::as_writable_bytes(std::span(member.data(), static_cast<std::size_t>(member.size())));
  } else {
    return std::as_writable_bytes(std::span(&member, 1));
  }
}

template <class Member>
auto scalar_of() {
  if constexpr (requires { typename Member::value_type; })
    return typename Element<typename Member::value_type>::Scalar{};
  else
    return typename Element<Member>::Scalar{};
}

template <class Struct>
auto collector(Table& table, Struct& prototype, const std::string& prefix = "") {
  return [&table, &prototype, prefix](const char* name, auto& member, auto...) {
    using Member = std::remove_reference_t<decltype(member)>;
    const auto offset = reinterpret_cast<std::byte*>(&member) - reinterpret_cast<std::byte*>(&prototype);
    using Scalar = decltype(scalar_of<Member>());
    table[prefix + name] = {offset, &shown_by<Member>, std::is_integral_v<Scalar>,
                            std::is_same_v<Scalar, Real>};
  };
}

const Table& model_table() {
  static const Table table = [] {
    Table t;
    Model prototype;
    Model::visit_arrays(prototype, collector(t, prototype));
    Option::visit(prototype.opt, collector(t, prototype, "opt."));
    collector(t, prototype)("stat", prototype.stat);
    collector(t, prototype)("ngravcomp", prototype.ngravcomp);
    return t;
  }();
  return table;
}

const Table& data_table() {
  static const Table table = [] {
    Table t;
    Data prototype;
    Data::visit_arrays(prototype, Sizes{}, collector(t, prototype));
    Data::visit_scalars(prototype, collector(t, prototype));
    return t;
  }();
  return table;
}

std::optional<FieldPlace> find(const Table& table, const std::string& name) {
  const auto found = table.find(name);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<FieldPlace> model_field(const std::string& name) { return find(model_table(), name); }

std::optional<FieldPlace> data_field(const std::string& name) { return find(data_table(), name); }

void copy_fields(const Model& from, Model& to) {
  for (const auto& [name, place] : model_table()) {
    const std::span<const std::byte> source = bytes_at(place, const_cast<Model&>(from));
    assert(source.size() == bytes_at(place, to).size());
    std::ranges::copy(source, bytes_at(place, to).begin());
  }
  to.vis = from.vis;
  to.signature = from.signature;
  to.plugins = from.plugins;
}

}  // namespace corten
