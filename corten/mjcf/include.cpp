// Expansion of <include>.
#include <set>

#include "corten/asset/path.h"
#include "corten/base/client_texts.h"
#include "corten/mjcf/attribute.h"
#include "corten/mjcf/reader.h"

namespace corten::mjcf {

namespace {

// One file nests at most 500 deep; the readers that come after go as deep as the whole.
constexpr int kMaxDepth = 1000;

class Expander {
 public:
  Expander(const std::string& model_file, const Vfs& vfs, Diagnostics& diagnostics, Budget* budget)
      : model_dir_(directory_of(model_file)), vfs_(vfs), diagnostics_(diagnostics), budget_(budget) {
    included_.insert(reduce_path(model_file));
  }

  // `dir` is the folder of the file that `element` was written in; `depth` counts the elements around it.
  void expand_children(XmlElement& element, const std::string& dir, int depth) {
    if (depth > kMaxDepth) return (void)fail(element, "included files nest too deeply");
    std::vector<XmlElement> expanded;
    expanded.reserve(element.children.size());
    for (XmlElement& child : element.children) {
      if (child.name == "include") {
        for (XmlElement& replacement : load(child, dir, depth)) expanded.push_back(std::move(replacement));
      } else {
        expand_children(child, dir, depth + 1);
        expanded.push_back(std::move(child));
      }
    }
    element.children = std::move(expanded);
  }

 private:
  std::vector<XmlElement> fail(const XmlElement& include, const std::string& message,
                               const std::string& hint = {}) {
    diagnostics_.error(include.place(), "<include>", message, hint);
    return {};
  }

  std::vector<XmlElement> load(const XmlElement& include, const std::string& dir, int depth) {
    const std::string* attribute = include.find("file");
    if (!include.children.empty() || include.has_other_nodes)
      return fail(include, client_text::kIncludeChildren);
    if (!attribute) return fail(include, missing("file"));
    std::string name = reduce_path(*attribute);
    if (included_.contains(name)) return fail(include, "File '" + name + "' already included");
    // the model's folder first, then the folder of the including file
    std::optional<File> file = vfs_.open(model_dir_, name);
    if (!file) {
      name = reduce_path(combine_path(dir, name));
      if (included_.contains(reduce_path(combine_path(dir, name)))) {
        return fail(include, "File '" + name + "' already included");
      }
      file = vfs_.open(model_dir_, name);
    }
    if (!file) {
      return fail(include, client_text::kNoFile + ("'" + *attribute) + "': it is not there or not readable",
                  "searched the folder of the model and that of the including file");
    }
    if (file->bytes().empty()) return fail(include, "file '" + *attribute + "' is empty");
    included_.insert(name);
    return parse(include, name, *file, depth);
  }

  std::vector<XmlElement> parse(const XmlElement& include, const std::string& name, const File& file,
                                int depth) {
    auto source = std::make_shared<Source>();
    source->file = reduce_path(combine_path(model_dir_, name));
    source->include_dir = directory_of(source->file);
    source->included = true;
    const std::string dir = source->include_dir;
    std::optional<XmlElement> root = parse_xml(file.bytes(), std::move(source), diagnostics_, budget_);
    if (!root) return {};
    if (root->children.empty()) return fail(include, "file '" + name + "' has an empty root element");
    expand_children(*root, dir, depth + 1);  // a chain of files is a depth, too
    return std::move(root->children);
  }

  std::string model_dir_;
  const Vfs& vfs_;
  Diagnostics& diagnostics_;
  Budget* budget_;
  std::set<std::string> included_;
};

}  // namespace

void expand_includes(XmlElement& root, const std::string& model_file, const Vfs& vfs,
                     Diagnostics& diagnostics, Budget* budget) {
  Expander(model_file, vfs, diagnostics, budget).expand_children(root, directory_of(model_file), 0);
}

}  // namespace corten::mjcf
