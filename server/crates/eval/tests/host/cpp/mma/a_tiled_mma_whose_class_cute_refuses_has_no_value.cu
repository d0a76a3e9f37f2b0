// `TiledMMA` asserts three modes and a `Tile` (`cute/atom/mma_atom.hpp`); `make_tiled_mma` fills up what it is given. A
// layout in the third place repeated values in earlier versions of CuTe: its tile is that of the atoms, repeated.
#include <cute/tensor.hpp>
using namespace cute;
using Atom = MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>;

int main() {
  using Repeated = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Layout<Shape<_1, _2, _1>>>;
  //^ = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN, (2,2,1):(1,2,0), <32,32,8>)
  using Unlike = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Layout<Shape<_1, _2>>>;
  //^ unknown: takes a Tile of M, N and K where this is a layout
  using Flat = TiledMMA<Atom, Layout<Shape<_2, _2>>>;
  //^ unknown: takes a layout of atoms over M, N and K
  using Short = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Tile<_32, _32>>;
  //^ unknown: takes a Tile of M, N and K
  using Whole = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _8>>;
  //^ = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN, (2,2,1):(1,2,0), <32,32,8>)
  auto filled = make_tiled_mma(Atom{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32>{});
  //^ = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN, (2,2,1):(1,2,0), <32,32,_>)
}
