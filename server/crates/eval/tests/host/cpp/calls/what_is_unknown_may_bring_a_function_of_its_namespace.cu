// C++ looks for a function beside the classes of its arguments, too. Of what class an argument is that nothing gives, nobody
// knows here.
#include <cute/tensor.hpp>
using namespace cute;

namespace outer {
struct Near {};
template <class T>
int rank_of(T) { return 4; }
int only(int) { return 6; }
}  // namespace outer

namespace beside {
struct Far {};
inline int rank_of(Far) { return 5; }
}  // namespace beside

beside::Far far();
int number();

namespace outer {
int test() {
  auto far_rank = make_layout(rank_of(far()));
  //^ unknown: may stand beside the class
  auto rank = make_layout(rank_of(3));
  //^ = 4:1
  auto other = make_layout(only(number()));
  //^ = 6:1
  return 0;
}
}  // namespace outer
