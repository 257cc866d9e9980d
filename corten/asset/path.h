// Path algebra of asset and include files: text only, the file system is not asked.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// Starts with a separator, or names a drive or scheme ("c:/", "http://").
bool is_absolute_path(std::string_view path);

// Removes "." and cancels "x/.."; both separators are understood, "/" is written.
std::string reduce_path(std::string_view path);

// `name` inside `dir`; an absolute name or an empty dir leaves the name alone. Not reduced.
std::string combine_path(std::string_view dir, std::string_view name);

// The scheme of "mine:a.xml", "mine"; "" for others, single letters (drives) among them.
std::string_view scheme_of(std::string_view path);

// "a/b.xml" -> "a/"; "mine:a.xml" -> "mine:"; without a separator -> "".
std::string directory_of(std::string_view path);

// "a/b.tar.gz" -> "b.tar.gz", "b.tar", ".gz"
std::string base_name(std::string_view path);
std::string base_name_without_extension(std::string_view path);
std::string extension_of(std::string_view path);

// ASCII only, independent of the locale.
std::string to_lower(std::string_view text);

}  // namespace corten
