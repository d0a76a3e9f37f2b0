#include <cute/tensor.hpp>
using namespace cute;

// What is declared here may write `Counter::n` of all that it is given, though it takes it as `const`.
struct Counter {
  mutable int n = 3;
};
struct Holder {
  Counter plain;
  const Counter constant;
  int beside = 4;
};
struct Special : Counter {};
void look(Holder const& holder);
void look_at(Counter const& counter);

struct Shared {
  static inline const Counter counter;
};

void f() {
  Holder holder{};
  const Special special{};
  auto before = make_layout(holder.plain.n);
  //^ = 3:1
  look(holder);
  look_at(special);
  auto a = make_layout(holder.plain.n == 3 ? 1 : 2);
  //^ = ?:1
  auto b = make_layout(holder.constant.n == 3 ? 1 : 2);
  //^ = ?:1
  auto c = make_layout(special.n == 3 ? 1 : 2);
  //^ = ?:1
  look_at(Shared::counter);
  auto d = make_layout(Shared::counter.n);
  //^ unknown
}
