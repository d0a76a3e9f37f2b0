// What `cutlass/arch/arch.h` says of an architecture.
#include <cute/tensor.hpp>
#include <cutlass/arch/arch.h>
using namespace cute;

template <class Arch>
void f() {
  constexpr int kTile = Arch::kMinComputeCapability >= 90 ? 128 : 64;
  auto tile = make_layout(Shape<Int<kTile>, _8>{});
  //^ = (64,8):(1,64) [Arch = Sm80]
  //^ = (128,8):(1,128) [Arch = Sm90]
}

void g() {
  f<cutlass::arch::Sm80>();
  f<cutlass::arch::Sm90>();
}
