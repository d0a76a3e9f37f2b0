// What nothing calls is seen with the class, too. Under names of its own the parameters of a class template are those of the class, in
// their order.
#include <cute/tensor.hpp>

using namespace cute;

namespace kernels::detail {

struct Plain {
  static constexpr int kRows = 32;
  using Rows = Layout<Int<kRows>>;
  void alone(int row);
  template <int kColumns>
  void wide(int row);
};

void Plain::alone(int row) {
  auto rows = Rows{};
  //^ = 32:1
}

template <int kColumns>
void Plain::wide(int row) {
  auto tile = make_layout(Shape<Int<kRows>, Int<kColumns>>{});
  //^ = (32,6):(1,32)
}

template <int M, int D>
struct Tile {
  static constexpr int kSize = M;
  static constexpr int kHead = 512;
  static void nobody(int row);
  void same(int row);
  void other(int row);
  template <int N>
  void inner(int row);
};

template <int M, int D>
__device__ void
Tile<M, D>::nobody(int row) {
  auto head = make_layout(Int<kHead>{});
  //^ = 512:1
}

template <int M, int D>
void Tile<M, D>::same(int row) {
  auto tile = make_layout(Shape<Int<kSize>, Int<D>>{});
  //^ = (5,4):(1,5)
}

template <int D, int M>
void Tile<D, M>::other(int row) {
  auto tile = make_layout(Shape<Int<kSize>, Int<D>, Int<M>>{});
  //^ = (5,5,4):(1,5,25)
}

template <int A, int B>
template <int N>
void Tile<A, B>::inner(int row) {
  auto tile = make_layout(Shape<Int<N>, Int<A>>{});
  //^ = (6,5):(1,6)
}

}  // namespace kernels::detail

__global__ void kernel(int row) {
  kernels::detail::Tile<5, 4> tile;
  tile.same(row);
  tile.other(row);
  tile.inner<6>(row);
  kernels::detail::Plain plain;
  plain.wide<6>(row);
}
