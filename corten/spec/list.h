// List<T>: an owning sequence whose elements keep their address while others come and go; copies are deep.
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
  List& operator=(List&&) noexcept = default;
  List(const List& other) { append(other); }
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
    owners_.reserve(owners_.size() + other.owners_.size());
    for (const auto& owner : other.owners_) owners_.push_back(std::make_unique<T>(*owner));
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
  Owners owners_;
};

}  // namespace corten::spec
