// Which of them is run is not followed, and each gives the parameters names of its own.
#include <cute/tensor.hpp>

using namespace cute;

template <int M, int D>
struct Tile {
  int rows(int row);
  int rows(int row, int column);
};

template <int D, int M>
int Tile<D, M>::rows(int row) {
  return D;
}

template <int M, int D>
int Tile<M, D>::rows(int row, int column) {
  return D;
}

__global__ void kernel(int row) {
  Tile<5, 4> tile;
  auto rows = make_layout(tile.rows(row));
  //^ unknown: give them the same
}
