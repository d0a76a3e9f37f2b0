#include <cute/tensor.hpp>
using namespace cute;

template <class L>
struct Holder {
  L layout;

  auto twice() const {
    return make_layout(layout, layout);
  }
};

void f() {
  Holder holder{make_layout(_3{})};
  auto twice = holder.twice();
  //^ = (3,3):(1,1)
}
