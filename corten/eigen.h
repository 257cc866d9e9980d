// Optional: Eigen maps over the engine's arrays, without a copy. Needs Eigen 3.3 or newer, which the library
// itself does not use.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>

#include "corten/base/array.h"
#include "corten/model/element.h"

namespace corten {

namespace eigen_types {
template <class T>
using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T, int Cols>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Cols, Cols == 1 ? Eigen::ColMajor : Eigen::RowMajor>;
template <class T>
using RowsOf = Rows<typename Element<T>::Scalar, Element<T>::kCount>;
}  // namespace eigen_types

// n numbers as a column; n vectors, quaternions (w x y z) or matrices as n rows.
template <class T>
Eigen::Map<eigen_types::RowsOf<T>> eigen_map(Array<T>& a) {
  return {reinterpret_cast<typename Element<T>::Scalar*>(a.data()), a.size(), Element<T>::kCount};
}
template <class T>
Eigen::Map<const eigen_types::RowsOf<T>> eigen_map(const Array<T>& a) {
  return {reinterpret_cast<const typename Element<T>::Scalar*>(a.data()), a.size(), Element<T>::kCount};
}

template <class T>
Eigen::Map<eigen_types::Rows<T, Eigen::Dynamic>> eigen_map(Array2<T>& a) {
  return {a.data(), a.rows(), a.cols()};
}
template <class T>
Eigen::Map<const eigen_types::Rows<T, Eigen::Dynamic>> eigen_map(const Array2<T>& a) {
  return {a.data(), a.rows(), a.cols()};
}

// Part of an array, e.g. eigen_map(d.qpos.slice(7, 6)).
inline Eigen::Map<eigen_types::Column<Real>> eigen_map(std::span<Real> a) {
  return {a.data(), static_cast<Eigen::Index>(a.size())};
}
inline Eigen::Map<const eigen_types::Column<Real>> eigen_map(std::span<const Real> a) {
  return {a.data(), static_cast<Eigen::Index>(a.size())};
}

template <int N>
Eigen::Map<Eigen::Matrix<Real, N, 1>> eigen_map(Vec<Real, N>& v) {
  return Eigen::Map<Eigen::Matrix<Real, N, 1>>(&v[0]);
}
template <int N>
Eigen::Map<const Eigen::Matrix<Real, N, 1>> eigen_map(const Vec<Real, N>& v) {
  return Eigen::Map<const Eigen::Matrix<Real, N, 1>>(&v[0]);
}

inline Eigen::Map<Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>> eigen_map(Mat3<Real>& m) {
  return Eigen::Map<Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>>(m.data());
}
inline Eigen::Map<const Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>> eigen_map(const Mat3<Real>& m) {
  return Eigen::Map<const Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>>(m.data());
}

// Eigen stores quaternions as x y z w: these are copies.
inline Eigen::Quaternion<Real> to_eigen(const Quat<Real>& q) { return {q[0], q[1], q[2], q[3]}; }
inline Quat<Real> from_eigen(const Eigen::Quaternion<Real>& q) { return {q.w(), q.x(), q.y(), q.z()}; }

}  // namespace corten
