// Rows of elements of the tree that share a struct or have none.
#pragma once

#include "corten/mjcf/row.h"

namespace corten::mjcf {

inline Rows free_joint_rows() {
  static const RowList all =
      joined({pick(rows_of<spec::Joint>(), {"name", "group"}), rows_of<spec::Joint>("freejoint")});
  return all;
}

inline constexpr auto kAttachRows =
    rows(by_hand("model", kRequired), by_hand("body"), by_hand("prefix", kRequired));
inline constexpr auto kReplicateRows = rows(by_hand("count", kRequired), by_hand("sep"), by_hand("offset"),
                                            by_hand("euler", kAngle), by_hand("childclass"));
inline constexpr auto kPluginRows = rows(by_hand("plugin"), by_hand("instance"));
inline constexpr auto kConfigRows = rows(by_hand("key", kRequired), by_hand("value", kRequired));

}  // namespace corten::mjcf
