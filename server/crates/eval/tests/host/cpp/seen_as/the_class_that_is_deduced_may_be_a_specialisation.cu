#include <cute/tensor.hpp>
using namespace cute;

struct P {};

struct Q : P {};

template <class T>
struct Of {
  Of(T) {
  }

  static constexpr int v = 1;
};

template <>
struct Of<Q> {
  Of(Q) {
  }

  static constexpr int v = 2;
};

template <class T, class U = int>
struct Two {
  T t;

  Two(T x) : t(x) {
  }

  static constexpr int v = 3;
};

void main() {
  P p;
  Q q;
  Of of_p(p);
  Of of_q(q);
  Two two(p);
  auto primary = make_layout(decltype(of_p)::v);
  //^ = 1:1
  auto special = make_layout(of_q.v);
  //^ unknown
  auto with_default = make_layout(two.v);
  //^ = 3:1
}
