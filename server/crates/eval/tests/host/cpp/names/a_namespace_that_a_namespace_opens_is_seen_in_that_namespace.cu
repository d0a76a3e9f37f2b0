// `using namespace` in a namespace opens another one for the code in it, and for what opens it in its turn.
#include <cute/tensor.hpp>

namespace prefill::parts {
constexpr auto rows() { return cute::Int<8>{}; }
}  // namespace prefill::parts

namespace decode::parts {
constexpr auto rows() { return cute::Int<2>{}; }
}  // namespace decode::parts

namespace prefill::kernel {
using namespace prefill::parts;
inline void run() {
  auto x = cute::make_layout(rows());
  //^ = 8:1
}
}  // namespace prefill::kernel

namespace decode::kernel {
using namespace decode::parts;
inline void run() {
  auto x = cute::make_layout(rows());
  //^ = 2:1
}
}  // namespace decode::kernel

namespace host {
using namespace decode::kernel;
inline void run_all() {
  auto x = cute::make_layout(rows());
  //^ = 2:1
}
}  // namespace host
