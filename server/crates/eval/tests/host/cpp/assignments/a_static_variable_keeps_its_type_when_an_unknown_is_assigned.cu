#include <cute/tensor.hpp>
using namespace cute;

// Whatever it is assigned to.
struct Unseen {
  template <class T>
  operator T() const;
};

Unseen what_nobody_knows();

void f() {
  auto k = Int<8>{};
  k = what_nobody_knows();
  auto layout = make_layout(k);
  //^ = 8:1
  int n = 8;
  n = what_nobody_knows();
  auto at_run_time = make_layout(n);
  //^ = n:1
  auto other = Int<4>{};
  other = Int<4>{};
  auto same = make_layout(other);
  //^ = 4:1
}
