// What operating systems do differently, in one place: terminals, forks, numbers in the C locale, shared
// libraries.
#pragma once

#include <string>

namespace corten {

bool stderr_is_terminal();

// Forks between the first process and this one, counted from the first call on.
unsigned forks();

// strtod and strtof in the C locale, whatever the program has set; errno tells a range error.
double c_locale_strtod(const char* text, char** end);
float c_locale_strtof(const char* text, char** end);

// Shared libraries. Null when it cannot be opened; library_error() then says why.
void* open_library(const std::string& path);
void* library_symbol(void* library, const char* name);
void close_library(void* library);
std::string library_error();

}  // namespace corten
