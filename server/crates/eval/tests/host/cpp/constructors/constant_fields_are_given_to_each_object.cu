#include <cute/tensor.hpp>
using namespace cute;

struct G {
  int const v = 1;
  int w = v;
};

struct P {
  Layout<_4> const& l;
  int n;
};

void main() {
  G g{9};
  auto own = make_layout(g.v);
  //^ = 9:1
  auto other = make_layout(g.w);
  //^ = 9:1
  auto layout = Layout<_4>{};
  //^ = 4:1
  P p{layout, 5};
  auto behind = make_layout(p.n);
  //^ = 5:1
}
