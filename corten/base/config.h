// Names every room shares: the scalar of the reference path and the mark of device-ready functions.
#pragma once

namespace corten {

using Real = double;
using byte = unsigned char;  // MuJoCo's mjtByte: flags and raw text

#ifdef __CUDACC__
#define CORTEN_HD __host__ __device__
#else
#define CORTEN_HD
#endif

}  // namespace corten
