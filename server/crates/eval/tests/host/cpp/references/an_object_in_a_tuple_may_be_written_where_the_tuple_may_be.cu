#include <cute/tensor.hpp>
using namespace cute;

struct Pair {
  int x;
  int y;

  void method() {
    unknown();
    auto a = make_layout(x);
    //^ = ?:1
  }

  static void unknown();
};

void unknown();
auto held = make_tuple(Pair{4, 5}, 1);
void write(cute::tuple<Pair, int>&);

int main() {
  get<0>(held).method();
}

void f() {
  auto own = make_tuple(Pair{4, 5}, 1);
  auto& pair = get<0>(own);
  write(own);
  auto b = make_layout(pair.x);
  //^ = ?:1
}
