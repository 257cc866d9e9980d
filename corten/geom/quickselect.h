// Selection of the nth item by partition: quickselect, due to C. A. R. Hoare, "Algorithm 65: Find",
// Communications of the ACM 4 (1961). An order with a tolerance is not transitive (and NaN positions have
// none), so which items end up on which side depends on the steps; these are the steps of std::nth_element in
// LLVM's libc++ (Apache License 2.0 with LLVM exceptions), with which the oracle was built.
#pragma once

#include <span>
#include <utility>

namespace corten {

template <class T, class Before>
class Quickselect {
 public:
  Quickselect(std::span<T> items, Before before) : a_(items), before_(before) {}

  // Afterwards item n is where sorting would put it, no item to its left belongs right of it, and vice versa.
  void run(int n) {
    nth_ = n;
    first_ = 0;
    last_ = static_cast<int>(a_.size());
    while (nth_ != last_ && !step()) {
    }
  }

 private:
  bool less(int i, int j) { return before_(a_[i], a_[j]); }
  void swap(int i, int j) { std::swap(a_[i], a_[j]); }

  // true when done; else the range that still holds the nth item has shrunk
  bool step() {
    const int count = last_ - first_;
    if (count <= 1) return true;
    if (count == 2) {
      if (less(first_ + 1, first_)) swap(first_, first_ + 1);
      return true;
    }
    if (count == 3) {
      sort3(first_, first_ + 1, first_ + 2);
      return true;
    }
    if (count <= 7) {
      selection_sort();
      return true;
    }
    return partition_around_median(first_ + count / 2);
  }

  bool partition_around_median(int m) {
    bool swapped = sort3(first_, m, last_ - 1);
    int i = first_, j = last_ - 1;
    if (!less(i, m)) {  // the first item equals the median: it needs a smaller one in its place
      if (!find_smaller(i, j, m)) return gather_equal_to_first();
      swap(i, j);
      swapped = true;
    }
    ++i;
    while (i < j) {
      while (i < last_ - 1 && less(i, m)) ++i;
      do --j;
      while (j > first_ && !less(j, m));
      if (i >= j) break;
      swap(i, j);
      swapped = true;
      if (m == i) m = j;
      ++i;
    }
    if (i != m && less(m, i)) {
      swap(i, m);
      swapped = true;
    }
    if (nth_ == i) return true;
    if (!swapped && is_sorted(nth_ < i ? first_ : i, nth_ < i ? i : last_)) return true;
    if (nth_ < i) {
      last_ = i;
    } else {
      first_ = i + 1;
    }
    return false;
  }

  // moves j down to an item less than m; false when it meets i
  bool find_smaller(int i, int& j, int m) {
    while (i != --j)
      if (less(j, m)) return true;
    return false;
  }

  // No item is less than the first: those equal to it go first, and the search goes on behind them.
  bool gather_equal_to_first() {
    int i = first_ + 1, j = last_ - 1;
    if (!less(first_, j)) {
      for (;; ++i) {
        if (i == j) return true;
        if (less(first_, i)) break;
      }
      swap(i++, j);
    }
    if (i == j) return true;
    while (true) {
      while (i < last_ - 1 && !less(first_, i)) ++i;
      do --j;
      while (j > first_ && less(first_, j));
      if (i >= j) break;
      swap(i++, j);
    }
    if (nth_ < i) return true;
    first_ = i;
    return false;
  }

  bool sort3(int x, int y, int z) {
    if (!less(y, x)) {
      if (!less(z, y)) return false;
      swap(y, z);
      if (less(y, x)) swap(x, y);
      return true;
    }
    if (less(z, y)) {
      swap(x, z);
      return true;
    }
    swap(x, y);
    if (less(z, y)) swap(y, z);
    return true;
  }

  void selection_sort() {
    for (int i = first_; i + 1 < last_; ++i) {
      int smallest = i;
      for (int j = i + 1; j < last_; ++j)
        if (less(j, smallest)) smallest = j;
      if (smallest != i) swap(i, smallest);
    }
  }

  bool is_sorted(int begin, int end) {
    for (int i = begin + 1; i < end; ++i)
      if (less(i, i - 1)) return false;
    return true;
  }

  std::span<T> a_;
  Before before_;
  int nth_ = 0, first_ = 0, last_ = 0;
};

}  // namespace corten
