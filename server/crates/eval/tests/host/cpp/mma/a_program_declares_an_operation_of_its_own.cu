// A program may declare an MMA operation of its own, with its traits, and make tiled MMAs of it.
#include <cute/tensor.hpp>

namespace cute {
template <class Element, int Columns>
struct OWN_16xNx16_TN {
  using DRegisters = float[4];
  using ARegisters = uint32_t[4];
  using BRegisters = uint32_t[2];
  using CRegisters = float[4];
};

template <class Element, int Columns>
struct MMA_Traits<OWN_16xNx16_TN<Element, Columns>> {
  using ValTypeD = float;
  using ValTypeA = Element;
  using ValTypeB = Element;
  using ValTypeC = float;
  using Shape_MNK = Shape<_16, Int<Columns>, _16>;
  using ThrID = Layout<_32>;
  using ALayout = Layout<Shape<Shape<_4, _8>, Shape<_2, _2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8, _128>>>;
  using BLayout = Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_16, _1>, Stride<_8, _64>>>;
  using CLayout = Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
};

template <class Element>
struct OWN_TMEM {};

template <class Element>
struct MMA_Traits<OWN_TMEM<Element>> {
  using ValTypeD = float;
  using ValTypeA = Element;
  using ValTypeB = Element;
  using ValTypeC = float;
  using FrgTypeA = UMMA::smem_desc<UMMA::Major::K>;
  using FrgTypeB = UMMA::smem_desc<UMMA::Major::K>;
  using FrgTypeC = UMMA::tmem_frg_1sm<float>;
  using Shape_MNK = Shape<_128, _64, _16>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, Shape<_128, _16>>, Stride<_0, Stride<_1, _128>>>;
  using BLayout = Layout<Shape<_1, Shape<_64, _16>>, Stride<_0, Stride<_1, _64>>>;
  using CLayout = Layout<Shape<_1, Shape<_128, _64>>, Stride<_0, Stride<_1, _128>>>;
};
}  // namespace cute

namespace other {
// Another template of the same name says nothing of CuTe's.
template <>
struct MMA_Traits<cute::OWN_TMEM<cute::half_t>> {
  using ThrID = cute::Layout<cute::_4>;
};
}  // namespace other

using namespace cute;

__global__ void own(half_t* a, half_t* b) {
  using Traits = MMA_Traits<OWN_16xNx16_TN<half_t, 8>>;
  auto values = typename Traits::ALayout{};
  //^ = ((4,8),(2,2,2)):((32,1),(16,8,128))
  using Atom = MMA_Atom<OWN_16xNx16_TN<half_t, 8>>;
  //^ = OWN_16xNx16_TN<half_t,8>
  using OfTraits = MMA_Atom<Traits>;
  //^ = OWN_16xNx16_TN<half_t,8>
  using Tiled = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>;
  //^ = make_tiled_mma(OWN_16xNx16_TN<half_t,8>, (2,2,1):(1,2,0), <32,32,16>)
  auto mma = make_tiled_mma(OWN_16xNx16_TN<half_t, 8>{}, Layout<Shape<_2, _2>>{});
  auto sA = make_tensor(make_smem_ptr(a), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto tCsA = mma.get_slice(0).partition_A(sA);
  //^ = ((2,2,2),2,2):((1,256,8),1024,16)
  auto tCrC = partition_fragment_C(mma, Shape<_64, _32>{});
  //^ = ((2,2),2,2):((1,2),4,8)
  auto umma = make_tiled_mma(OWN_TMEM<bfloat16_t>{});
  auto tCtC = partition_fragment_C(umma, Shape<_128, _128>{});
  //^ = ((128,64),1,2):((65536,1),0,64)
  auto unchanged = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto tCrB = unchanged.get_slice(0).partition_fragment_B(make_tensor(make_smem_ptr(b), Layout<Shape<_8, _16>>{}));
  //^ = ((2,2),1,1):((1,2),0,0)
}
