// A template parameter that is asked for members is the class of the program that has them, whatever the argument's name
// suggests.
#include <cute/tensor.hpp>
using namespace cute;

template <class T, int Rows>
struct TileStorage {
  static constexpr int kRows = Rows;
  static constexpr int kColumns = 64;
  T tile[kRows * kColumns];
  T* begin() { return tile; }
};

template <class SmemT>
__device__ void load(SmemT& smem) {
  auto rows = make_layout(make_shape(Int<SmemT::kRows>{}, Int<SmemT::kColumns>{}), LayoutRight{});
  //^ = (64,64):(64,1) if T = half_t, Rows = 64, SmemT = TileStorage, smem of the class TileStorage
}
