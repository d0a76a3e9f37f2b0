#include <cute/tensor.hpp>
using namespace cute;

// `f(...)` takes what nothing else does; enumerations and objects that convert are numbers, too; `void*` takes any pointer.
constexpr int taken(const void*) { return 2; }
constexpr int taken(...) { return 4; }

enum Mode { Narrow = 3 };
enum Other : unsigned { Wide = 5 };
struct Number {
  operator int() const { return 3; }
};
constexpr int chosen(long) { return 2; }
constexpr int chosen(Other) { return 4; }

constexpr int pointed(const void*) { return 2; }
constexpr int pointed(char) { return 4; }

struct Made {
  Made(double) {}
};
constexpr int of_number(long) { return 2; }
constexpr int of_number(Made) { return 4; }

void f() {
  int i = 3;
  Mode mode = Narrow;
  Number number;
  auto a = make_layout(taken(i));
  //^ unknown
  auto b = make_layout(chosen(mode));
  //^ unknown
  auto c = make_layout(chosen(Wide));
  //^ unknown
  auto d = make_layout(pointed(&i));
  //^ unknown
  auto e = make_layout(of_number(number));
  //^ unknown
  auto g = make_layout(chosen(i));
  //^ unknown
}
