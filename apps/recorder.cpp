#include "apps/recorder.h"

#include <fmt/core.h>

#include <optional>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "corten/base/whole_file.h"
#include "corten/mjcf/schema.h"
#include "corten/model/element.h"

namespace corten::app {

// Visitor of Data: keeps the field of the wanted name, and all names for the hint.
class Recorder::Find {
 public:
  explicit Find(std::string_view wanted) : wanted_(wanted) {}

  template <class T>
  void operator()(const char* name, const Array<T>& array, std::int64_t rows) {
    std::vector<int> shape{static_cast<int>(rows)};
    if (Element<T>::kCount > 1) shape.push_back(Element<T>::kCount);
    offer<typename Element<T>::Scalar>(name, array.data(), shape);
  }
  template <class T>
  void operator()(const char* name, const Array2<T>& array, std::int64_t rows, std::int64_t cols) {
    offer<T>(name, array.data(), {static_cast<int>(rows), static_cast<int>(cols)});
  }
  template <class T>
  void operator()(const char* name, const T& number) {
    offer<typename Element<T>::Scalar>(
        name, &number, Element<T>::kCount > 1 ? std::vector<int>{Element<T>::kCount} : std::vector<int>{});
  }

  std::optional<Field> found;
  std::vector<std::string_view> names;

 private:
  template <class Scalar>
  void offer(const char* name, const void* data, std::vector<int> shape) {
    if constexpr (std::is_same_v<Scalar, Real> || std::is_same_v<Scalar, int> ||
                  std::is_same_v<Scalar, byte>) {
      names.push_back(name);
      if (wanted_ != name) return;
      const auto kind = std::is_same_v<Scalar, Real>  ? Field::Kind::kReal
                        : std::is_same_v<Scalar, int> ? Field::Kind::kInt
                                                      : Field::Kind::kByte;
      int count = 1;
      for (const int n : shape) count *= n;
      found = Field{name, std::move(shape), kind, data, count};
    }
  }

  std::string_view wanted_;
};

Recorder::Recorder(const Model& m, const Data& d, const std::vector<std::string>& fields) {
  std::vector<std::string> wanted{"time"};
  for (const std::string& name : fields)
    if (name != "time") wanted.push_back(name);
  for (const std::string& name : wanted) {
    Find find(name);
    Data::visit_arrays(d, m, find);
    Data::visit_scalars(d, find);
    if (!find.found) {
      const std::string hint = mjcf::did_you_mean(name, find.names);
      throw std::runtime_error(
          fmt::format("cannot log '{}': not a field of fixed size of the simulation data{}", name,
                      hint.empty() ? "" : " (" + hint + ")"));
    }
    fields_.push_back(*find.found);
  }
  columns_.resize(fields_.size());
}

void Recorder::append(const Field& field, std::vector<double>& values) {
  for (int i = 0; i < field.count; ++i) {
    switch (field.kind) {
      case Field::Kind::kReal:
        values.push_back(static_cast<const Real*>(field.data)[i]);
        break;
      case Field::Kind::kInt:
        values.push_back(static_cast<const int*>(field.data)[i]);
        break;
      case Field::Kind::kByte:
        values.push_back(static_cast<const byte*>(field.data)[i]);
        break;
    }
  }
}

void Recorder::take() {
  for (std::size_t f = 0; f < fields_.size(); ++f) append(fields_[f], columns_[f]);
  ++rows_;
}

namespace {

// qpos_3, xpos_1_2: indices in the order of numpy
std::string column_name(const std::string& field, const std::vector<int>& shape, int i) {
  if (shape.empty()) return field;
  if (shape.size() == 1) return fmt::format("{}_{}", field, i);
  return fmt::format("{}_{}_{}", field, i / shape[1], i % shape[1]);
}

}  // namespace

void Recorder::write_csv(const std::string& path) const {
  std::ostringstream file;
  const char* comma = "";
  for (const Field& field : fields_)
    for (int i = 0; i < field.count; ++i, comma = ",")
      file << fmt::format("{}{}", comma, column_name(field.name, field.shape, i));
  file << '\n';
  for (int row = 0; row < rows_; ++row) {
    comma = "";
    for (std::size_t f = 0; f < fields_.size(); ++f)
      for (int i = 0; i < fields_[f].count; ++i, comma = ",")
        file << fmt::format("{}{}", comma, columns_[f][static_cast<std::size_t>(row * fields_[f].count + i)]);
    file << '\n';
  }
  write_whole_file(path, file.view());
}

void Recorder::write(const std::string& path) const {
  if (path.ends_with(".csv")) return write_csv(path);
  std::vector<NamedArray> arrays;
  for (std::size_t f = 0; f < fields_.size(); ++f) {
    std::vector<int> shape{rows_};
    shape.insert(shape.end(), fields_[f].shape.begin(), fields_[f].shape.end());
    arrays.push_back({fields_[f].name, {shape, columns_[f]}});
  }
  write_npz(path, arrays);
}

void require_log_format(const std::string& path) {
  if (!path.ends_with(".csv") && !path.ends_with(".npz"))
    throw std::runtime_error(fmt::format("'{}': logs are written as .csv or .npz", path));
}

}  // namespace corten::app
