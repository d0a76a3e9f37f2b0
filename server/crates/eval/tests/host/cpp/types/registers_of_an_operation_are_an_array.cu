// `using SRegisters = uint128_t[1];` in CuTe's `arch/copy*.hpp`.
#include <cute/tensor.hpp>
using namespace cute;

template <class Operation>
struct Vector {
  using Source = std::remove_extent_t<typename Operation::SRegisters>;
  static constexpr int source = sizeof(Source);
  static constexpr int source_registers = sizeof(typename Operation::SRegisters);
  static constexpr int destination_registers = sizeof(typename Operation::DRegisters);
  static constexpr int destination = sizeof(std::remove_extent_t<typename Operation::DRegisters>);
};

template <class V>
auto of() {
  return Layout<Shape<Int<V::source>, Int<V::source_registers>, Int<V::destination>, Int<V::destination_registers>>>{};
}

void layouts() {
  auto copy = of<Vector<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>>>();
  //^ = (16,16,16,16):(1,16,256,4096)
  auto plain = of<Vector<UniversalCopy<uint64_t>>>();
  //^ = (8,8,8,8):(1,8,64,512)
  auto matrices = of<Vector<SM75_U32x4_LDSM_N>>();
  //^ = (16,16,4,16):(1,16,256,1024)
  auto one = of<Vector<SM75_U32x1_LDSM_N>>();
  //^ = (16,16,4,4):(1,16,256,1024)
  using NoArray = std::remove_extent_t<half_t>;
  auto element = make_layout(Int<sizeof(NoArray)>{});
  //^ = 2:1
}
