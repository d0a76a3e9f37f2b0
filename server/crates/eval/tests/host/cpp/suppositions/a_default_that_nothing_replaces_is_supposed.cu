// Another file may instantiate these with something else; an integer goes by its name whatever it is given.
#include <cute/tensor.hpp>
using namespace cute;

template <int Rows = 64, class Enable = void>
void f() {
  auto rows = make_layout(make_shape(Int<Rows>{}, _2{}));
  //^ = (64,2):(1,64) if Rows = 64
}

template <class Tile = Shape<_64, _32>, bool IsWide = false>
struct Kernel {
  static void run() {
    auto tile = make_layout(Tile{});
    //^ = (64,32):(1,64) if Tile = (64,32), IsWide = false
    auto width = make_layout(Int<IsWide ? 8 : 4>{});
    //^ = 4:1 if Tile = (64,32), IsWide = false
  }
};

template <int Rows = 64>
void instantiated() {
  auto rows = make_layout(make_shape(Int<Rows>{}, _2{}));
  //^ = (64,2):(1,64)
}

void g(int m = 64) {
  auto rows = make_layout(make_shape(m, _2{}));
  //^ = (m,2):(1,m)
  instantiated();
}
