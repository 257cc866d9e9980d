// std::string and std::vector as the headers of mjSpec hand them to programs: MuJoCo's library is built with
// libc++, whose layout is spelt out here. Memory comes from malloc, as operator new does, so that either side
// may release it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <string_view>

namespace corten::capi {

// 24 bytes. Short: first byte is twice the length, then up to 22 characters and a zero. Long: room with the
// lowest bit set, length, pointer.
class CString {
 public:
  CString() = default;
  ~CString() { release(); }
  CString(const CString&) = delete;
  CString& operator=(const CString&) = delete;

  std::string_view view() const {
    return is_long() ? std::string_view(long_.data, long_.size)
                     : std::string_view(short_ + 1, static_cast<unsigned char>(short_[0]) / 2);
  }
  const char* c_str() const { return is_long() ? long_.data : short_ + 1; }

  void assign(std::string_view text) {
    if (text == view()) return;
    CString made;
    made.set(text);
    release();
    std::memcpy(static_cast<void*>(this), &made, sizeof made);
    std::memset(made.short_, 0, sizeof made.short_);
  }

 private:
  static constexpr std::size_t kShort = 22;
  bool is_long() const { return short_[0] & 1; }
  void set(std::string_view text) {
    if (text.size() <= kShort) {
      short_[0] = static_cast<char>(text.size() * 2);
      std::memcpy(short_ + 1, text.data(), text.size());
      return;
    }
    const std::size_t room = (text.size() + 16) / 16 * 16;
    char* data = static_cast<char*>(std::malloc(room));
    if (!data) throw std::bad_alloc();
    std::memcpy(data, text.data(), text.size());
    data[text.size()] = '\0';
    long_ = {room | 1, text.size(), data};
  }
  void release() {
    if (is_long()) std::free(long_.data);
  }

  struct Long {
    std::size_t room, size;
    char* data;
  };
  union {
    char short_[24] = {};
    Long long_;
  };
};
static_assert(sizeof(CString) == 24);

// 24 bytes: begin, end, end of the room.
template <class T>
class CVector {
 public:
  CVector() = default;
  ~CVector() { clear(); }
  CVector(const CVector&) = delete;
  CVector& operator=(const CVector&) = delete;

  std::span<T> span() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

  // this many entries, new ones as made by default; entries keep their bytes, as moving them would
  void resize(std::size_t count) {
    const std::size_t now = span().size();
    for (std::size_t i = count; i < now; ++i) begin_[i].~T();
    if (count > static_cast<std::size_t>(room_ - begin_)) {
      T* grown = static_cast<T*>(std::malloc(count * sizeof(T)));
      if (!grown) throw std::bad_alloc();
      if (now) std::memcpy(static_cast<void*>(grown), begin_, now * sizeof(T));
      std::free(begin_);
      begin_ = grown, room_ = grown + count;
    }
    for (std::size_t i = now; i < count; ++i) new (begin_ + i) T();
    end_ = begin_ + count;
  }
  void assign(std::span<const T> entries) {
    resize(entries.size());
    if (!entries.empty()) std::memcpy(begin_, entries.data(), entries.size_bytes());
  }
  void clear() {
    resize(0);
    std::free(begin_);
    begin_ = end_ = room_ = nullptr;
  }

 private:
  T* begin_ = nullptr;
  T* end_ = nullptr;
  T* room_ = nullptr;
};
static_assert(sizeof(CVector<int>) == 24);

}  // namespace corten::capi
