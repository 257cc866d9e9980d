// The oracle's reader alone: its verdict on a text before compilation.
#pragma once

#include <mujoco/mujoco.h>

#include <string>

namespace corten::mjcf {

// Loads the plugins the oracle is shipped with, once.
void load_oracle_plugins();

// Empty if the oracle's reader accepts, else its message.
std::string oracle_read_string(const std::string& xml);
std::string oracle_read_file(const std::string& path);

// The same of ours.
std::string our_read_string(const std::string& xml);
std::string our_read_file(const std::string& path);

}  // namespace corten::mjcf
