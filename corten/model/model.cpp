#include "corten/model/model.h"

#include "corten/model/layout.h"

namespace corten {

Model::Model(const Sizes& sizes) : Sizes(sizes) {
  Layout measure;
  visit_arrays(*this, measure);
  buffer_ = Buffer(measure.size());
  nbuffer = static_cast<std::int64_t>(measure.size());
  visit_arrays(*this, Layout(buffer_.data()));
}

Model::Model(const Model& other)
    : Sizes(other.sizes()),
      opt(other.opt),
      vis(other.vis),
      stat(other.stat),
      signature(other.signature),
      plugins(other.plugins),
      buffer_(other.buffer_) {
  visit_arrays(*this, Layout(buffer_.data()));
}

}  // namespace corten
