#include <cute/tensor.hpp>
using namespace cute;

template <int kTile>
void run() {
  auto tile = make_shape(Int<kTile>{});
  //^ = (64) [kTile = 64]
  //^ = (128) [kTile = 128]
}

int main() {
  run<64>();
  run<128>();
}
