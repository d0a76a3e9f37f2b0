// `rows` is that of the first class, and not the one outside.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int rows = 8;

struct C0 { static constexpr int rows = 4; };
struct C1 : C0 {};
struct C2 : C1 {};
struct C3 : C2 {};
struct C4 : C3 {};
struct C5 : C4 {};
struct C6 : C5 {};
struct C7 : C6 {};
struct C8 : C7 {};
struct C9 : C8 {};
struct C10 : C9 {};
struct C11 : C10 {};
struct C12 : C11 {};
struct C13 : C12 {};
struct C14 : C13 {};
struct C15 : C14 {};
struct C16 : C15 {};
struct C17 : C16 {};
struct C18 : C17 {};
struct C19 : C18 {};

struct Tiled : C19 {
  static auto tile() {
    auto own = make_layout(Int<rows>{});
    //^ unknown
    return own;
  }
};

void f() {
  auto layout = Tiled::tile();
  //^ unknown
}
