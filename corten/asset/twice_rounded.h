// Numbers rounded twice: first to the 64 bits of x87's extended precision, then to single precision. The
// oracle reads OBJ files so; the last bit differs from rounding once where a number lies within 2⁻⁶⁵ of a
// float's midpoint. Here exactly, on machines whose `long double` has any number of bits.
#pragma once

#include <string_view>

namespace corten {

// text: digits with at most one point and an exponent, behind e in decimals, behind p in hexadecimals;
// nearest: the double nearest to it, from 0 to the largest float.
float twice_rounded(double nearest, std::string_view text, bool hex);

// Of numbers beyond the range of double: whether it is the lower end.
bool is_below_one(std::string_view text, bool hex);

}  // namespace corten
