// List<T>: an owning sequence whose elements keep their address while others come and go; copies are deep.
// An element that holds a list of its own kind (a body its children) names it `nested()`; such trees may be
// of any depth: they are walked, copied and destroyed without recursion.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace corten::spec {

template <class T>
class List {
  using Owners = std::vector<std::unique_ptr<T>>;

  template <class Base, class Value>
  struct Iterator {
    Base at;
    Value& operator*() const { return **at; }
    Value* operator->() const { return at->get(); }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };

 public:
  List() = default;
  List(List&&) noexcept = default;
  List& operator=(List&& other) noexcept {
    owners_.swap(other.owners_);
    return *this;
  }
  List(const List& other) { append(other); }
  ~List() { dissolve(); }
  List& operator=(const List& other) {
    if (this != &other) *this = List(other);
    return *this;
  }

  int size() const { return static_cast<int>(owners_.size()); }
  bool empty() const { return owners_.empty(); }
  T& operator[](int i) { return *owners_[static_cast<std::size_t>(i)]; }
  const T& operator[](int i) const { return *owners_[static_cast<std::size_t>(i)]; }
  T& back() { return *owners_.back(); }
  const T& back() const { return *owners_.back(); }
  auto begin() { return Iterator<typename Owners::iterator, T>{owners_.begin()}; }
  auto end() { return Iterator<typename Owners::iterator, T>{owners_.end()}; }
  auto begin() const { return Iterator<typename Owners::const_iterator, const T>{owners_.begin()}; }
  auto end() const { return Iterator<typename Owners::const_iterator, const T>{owners_.end()}; }

  T& add(T element = {}) { return *owners_.emplace_back(std::make_unique<T>(std::move(element))); }
  // copies of all elements of another list, in order
  void append(const List& other) {
    if constexpr (requires(T & t) { t.nested(); })
      append_tree(other);
    else
      append_elements(other);
  }
  // an element built elsewhere, at its address
  T& adopt(std::unique_ptr<T> element) { return *owners_.emplace_back(std::move(element)); }
  // before element i
  T& insert(int i, std::unique_ptr<T> element) {
    return **owners_.insert(owners_.begin() + i, std::move(element));
  }
  // the element itself, out of the list
  std::unique_ptr<T> take(int i) {
    std::unique_ptr<T> element = std::move(owners_[static_cast<std::size_t>(i)]);
    erase(i);
    return element;
  }
  // -1: not in the list
  int index_of(const T& element) const {
    for (int i = 0; i < size(); ++i)
      if (owners_[static_cast<std::size_t>(i)].get() == &element) return i;
    return -1;
  }
  void erase(int i) { owners_.erase(owners_.begin() + i); }
  template <class Predicate>
  void erase_if(Predicate&& gone) {
    std::erase_if(owners_, [&](const auto& owner) { return gone(*owner); });
  }
  // element order[i] becomes the i-th
  void permute(const std::vector<int>& order) {
    Owners now;
    for (const int i : order) now.push_back(std::move(owners_[static_cast<std::size_t>(i)]));
    owners_ = std::move(now);
  }
  void clear() { owners_.clear(); }

 private:
  void append_elements(const List& other) {
    owners_.reserve(owners_.size() + other.owners_.size());
    for (const auto& owner : other.owners_) owners_.push_back(std::make_unique<T>(*owner));
  }

  // Copying an element copies its nested list, which comes here again: only the outermost call copies, the
  // others leave their lists, which are already where they will stay, for it to do.
  void append_tree(const List& other) {
    using Waiting = std::vector<std::pair<List*, const List*>>;
    static thread_local Waiting* waiting = nullptr;
    if (waiting) {
      if (!other.empty()) waiting->emplace_back(this, &other);
      return;
    }
    Waiting all{{this, &other}};
    waiting = &all;
    struct Done {
      ~Done() { waiting = nullptr; }
    } done;
    while (!all.empty()) {
      const auto [to, from] = all.back();
      all.pop_back();
      to->append_elements(*from);
    }
  }

  // children leave before their parent goes
  void dissolve() {
    if constexpr (requires(T & t) { t.nested(); }) {
      while (!owners_.empty()) {
        const std::unique_ptr<T> last = std::move(owners_.back());
        owners_.pop_back();
        if (!last) continue;
        for (auto& child : last->nested().owners_) owners_.push_back(std::move(child));
        last->nested().owners_.clear();
      }
    }
  }

  Owners owners_;
};

// Calls fn with `root` and everything nested in it, parents first, in order.
template <class T, class Fn>
void for_each_nested(T& root, Fn&& fn) {
  std::vector<T*> open{&root};
  while (!open.empty()) {
    T& node = *open.back();
    open.pop_back();
    fn(node);
    auto& inner = node.nested();
    for (int i = inner.size(); i-- > 0;) open.push_back(&inner[i]);
  }
}

}  // namespace corten::spec
