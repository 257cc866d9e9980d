// Lines, triangles and tetrahedra: which of their corners an edge joins.
#pragma once

namespace corten {

inline constexpr int kEdgesOfElement[4] = {0, 1, 3, 6};  // by dim
inline constexpr int kElementEdge[4][6][2] = {
    {}, {{0, 1}}, {{1, 2}, {2, 0}, {0, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}}};

}  // namespace corten
