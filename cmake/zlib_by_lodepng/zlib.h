// The functions of zlib that the house calls, done by lodepng: for systems on which there is no zlib to
// compile with.
#pragma once
extern "C" {
using Bytef = unsigned char;
using uInt = unsigned int;
using uLong = unsigned long;
using uLongf = unsigned long;
enum { Z_OK = 0, Z_DATA_ERROR = -3, Z_BEST_COMPRESSION = 9 };
uLong crc32(uLong before, const Bytef* bytes, uInt size);  // before: 0 only
uLong compressBound(uLong size);
int compress(Bytef* out, uLongf* out_size, const Bytef* in, uLong in_size);
int compress2(Bytef* out, uLongf* out_size, const Bytef* in, uLong in_size,
              int level);  // any level is the best
int uncompress2(Bytef* out, uLongf* out_size, const Bytef* in, uLong* in_size);
}
