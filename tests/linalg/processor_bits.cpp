// The bits of dot products, factors, solutions and updates as one number: equal on every processor and with
// every instruction set. Compared by tools/aarch64.sh.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

// FNV-1a over the bytes of doubles
class Hash {
 public:
  void add(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; ++i, bits >>= 8) value_ = (value_ ^ (bits & 255)) * 1099511628211u;
  }
  void add(const std::vector<double>& numbers) {
    for (const double x : numbers) add(x);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

// By our own arithmetic: what libraries make of an engine's output is theirs.
class Numbers {
 public:
  double next() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1; }
  std::vector<double> vector(int n) {
    std::vector<double> numbers(static_cast<std::size_t>(n));
    for (double& x : numbers) x = next();
    return numbers;
  }

 private:
  std::mt19937_64 engine_{5};
};

void add_factor(Hash& hash, Numbers& numbers, int n, Arena& arena) {
  Arena::Frame frame(arena);
  const DenseCholesky cholesky(n, frame);
  std::vector<double> mat(static_cast<std::size_t>(cholesky.size()));
  for (int column = 0; column < n; ++column)
    for (int row = column; row < n; ++row)
      mat[static_cast<std::size_t>(column * cholesky.stride() + row)] =
          numbers.next() + (row == column ? 2.0 * n : 0);
  hash.add(cholesky.factor(mat, 1e-10));
  hash.add(mat);
  std::vector<double> x(static_cast<std::size_t>(n));
  cholesky.solve(mat, numbers.vector(n), x);
  hash.add(x);
  std::vector<double> direction = numbers.vector(n);
  direction.resize(static_cast<std::size_t>(cholesky.stride()));
  hash.add(cholesky.update(mat, direction, std::vector<double>{1}));
  hash.add(mat);
}

}  // namespace
}  // namespace corten

int main() {
  corten::Hash hash;
  corten::Numbers numbers;
  corten::Arena arena(1 << 24);
  for (int n = 1; n <= 100; ++n) {
    const std::vector<double> a = numbers.vector(n), b = numbers.vector(n);
    hash.add(corten::dot(a.data(), b.data(), n));
    corten::add_factor(hash, numbers, n, arena);
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
