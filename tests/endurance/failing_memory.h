// Memory that is refused at the n-th request: operator new of the whole program.
#pragma once

namespace corten::endurance {

// The n-th request from now on, counted from 0, is refused, and those after it are granted again; negative:
// none is.
void refuse_request(long n);
// Whether it was made.
bool was_refused();

}  // namespace corten::endurance
