#include "zlib.h"

#include <cstdlib>
#include <cstring>

#include "lodepng.h"

namespace {

constexpr unsigned kWindow = 32768;

// Hands over what lodepng allocated, if it worked and fits.
int hand_over(unsigned error, unsigned char* made, std::size_t size, Bytef* out, uLongf* out_size) {
  const bool fits = error == 0 && size <= *out_size;
  if (fits) {
    std::memcpy(out, made, size);
    *out_size = static_cast<uLongf>(size);
  }
  std::free(made);
  return fits ? Z_OK : Z_DATA_ERROR;
}

}  // namespace

uLong crc32(uLong, const Bytef* bytes, uInt size) { return lodepng_crc32(bytes, size); }

// as if nothing could be made smaller: blocks of 64 kB with five bytes each, and what is around them
uLong compressBound(uLong size) { return size + size / 1024 + 64; }

int compress(Bytef* out, uLongf* out_size, const Bytef* in, uLong in_size) {
  return compress2(out, out_size, in, in_size, Z_BEST_COMPRESSION);
}

int compress2(Bytef* out, uLongf* out_size, const Bytef* in, uLong in_size, int) {
  unsigned char* made = nullptr;
  std::size_t size = 0;
  LodePNGCompressSettings settings = lodepng_default_compress_settings;
  settings.windowsize = kWindow;
  const unsigned error = lodepng_zlib_compress(&made, &size, in, in_size, &settings);
  return hand_over(error, made, size, out, out_size);
}

int uncompress2(Bytef* out, uLongf* out_size, const Bytef* in, uLong* in_size) {
  unsigned char* made = nullptr;
  std::size_t size = 0;
  LodePNGDecompressSettings settings = lodepng_default_decompress_settings;
  settings.max_output_size = *out_size;
  const unsigned error = lodepng_zlib_decompress(&made, &size, in, *in_size, &settings);
  return hand_over(error, made, size, out, out_size);
}
