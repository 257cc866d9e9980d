// Cholesky of a symmetric positive matrix in memory by a whole team: its lower half in tiles of four by four,
// one lane to a tile.
#pragma once

#include <cmath>

#include "cuda/context.h"

namespace corten::gpu {

// rows of a tile
template <class T>
struct Tile {
  Four<T> row[4];
};

CORTEN_HD inline int tile_count(int nblock) { return nblock * (nblock + 1) / 2; }

// where a tile lies; row ≥ column
template <class T>
CORTEN_DEV T* tile_at(T* tiles, int row, int column) {
  return tiles + (row * (row + 1) / 2 + column) * 16;
}
template <class T>
CORTEN_DEV Tile<T> load_tile(const T* p) {
  return {{load_four(p), load_four(p + 4), load_four(p + 8), load_four(p + 12)}};
}

// row and column of the tile with this number
CORTEN_DEV void tile_place(int number, int& row, int& column) {
  row = static_cast<int>((std::sqrt(8.0f * static_cast<float>(number) + 1.0f) - 1.0f) * 0.5f);
  while (tile_count(row) > number) --row;
  while (tile_count(row + 1) <= number) ++row;
  column = number - tile_count(row);
}

// L of a tile on the diagonal, with the inverse of its diagonal.
template <class T>
struct Corner {
  T l[4][4];
  T inverse[4];

  CORTEN_DEV explicit Corner(const Tile<T>& a) {
    CORTEN_UNROLL for (int j = 0; j < 4; ++j) {
      T s = a.row[j].e[j];
      CORTEN_UNROLL for (int k = 0; k < j; ++k) s -= l[j][k] * l[j][k];
      inverse[j] = 1 / std::sqrt(s);
      l[j][j] = s * inverse[j];
      CORTEN_UNROLL for (int i = j + 1; i < 4; ++i) {
        T x = a.row[i].e[j];
        CORTEN_UNROLL for (int k = 0; k < j; ++k) x -= l[i][k] * l[j][k];
        l[i][j] = x * inverse[j];
      }
    }
  }
  // L⁻¹ r
  CORTEN_DEV Four<T> forward(Four<T> r) const {
    CORTEN_UNROLL for (int k = 0; k < 4; ++k) {
      CORTEN_UNROLL for (int m = 0; m < k; ++m) r.e[k] -= r.e[m] * l[k][m];
      r.e[k] *= inverse[k];
    }
    return r;
  }
  // L⁻ᵀ r
  CORTEN_DEV Four<T> backward(Four<T> r) const {
    CORTEN_UNROLL for (int k = 3; k >= 0; --k) {
      CORTEN_UNROLL for (int m = k + 1; m < 4; ++m) r.e[k] -= r.e[m] * l[m][k];
      r.e[k] *= inverse[k];
    }
    return r;
  }
};

template <class T>
CORTEN_DEV T dot_four(const Four<T>& a, const Four<T>& b) {
  return (a.e[0] * b.e[0] + a.e[1] * b.e[1]) + (a.e[2] * b.e[2] + a.e[3] * b.e[3]);
}

// x ← A⁻¹ x. A, in tiles, becomes its factor, but for the tiles on the diagonal, which stay what is left of
// A.
template <class C, class T>
CORTEN_DEV void solve_tiles(const C& c, T* tiles, int nblock, T* x) {
  CORTEN_ROLLED for (int k = 0; k < nblock; ++k) {
    const int below = nblock - k - 1;
    // column k of the factor, and the right-hand side
    c.each(4 * below + 1, [&](int i) {
      const Corner<T> corner(load_tile(tile_at(tiles, k, k)));
      T* row = i < 4 * below ? tile_at(tiles, k + 1 + i / 4, k) + i % 4 * 4 : x + 4 * k;
      store_four(corner.forward(load_four(row)), row);
    });
    c.each_unsynced(4 * below, [&](int i) {
      const int row = k + 1 + i / 4;
      x[4 * row + i % 4] -= dot_four(load_four(tile_at(tiles, row, k) + i % 4 * 4), load_four(x + 4 * k));
    });
    c.each(tile_count(below), [&](int number) {
      int row, column;
      tile_place(number, row, column);
      row += k + 1, column += k + 1;
      const Tile<T> b = load_tile(tile_at(tiles, column, k));
      const T* a = tile_at(tiles, row, k);
      T* to = tile_at(tiles, row, column);
      CORTEN_UNROLL for (int i = 0; i < 4; ++i) {
        const Four<T> left = load_four(a + 4 * i);
        Four<T> y = load_four(to + 4 * i);
        CORTEN_UNROLL for (int j = 0; j < 4; ++j) y.e[j] -= dot_four(left, b.row[j]);
        store_four(y, to + 4 * i);
      }
    });
  }
  CORTEN_ROLLED for (int k = nblock - 1; k >= 0; --k) {
    if (c.lane() == 0)
      store_four(Corner<T>(load_tile(tile_at(tiles, k, k))).backward(load_four(x + 4 * k)), x + 4 * k);
    c.sync();
    c.each(4 * k, [&](int i) {
      const T* tile = tile_at(tiles, k, i / 4) + i % 4;
      const Four<T> known = load_four(x + 4 * k);
      x[i] -= dot_four(Four<T>{{tile[0], tile[4], tile[8], tile[12]}}, known);
    });
  }
}

}  // namespace corten::gpu
