// Functions that make an MMA of another one by the arguments of its type. `TiledMMA<MMA_Atom<Op>, Layout, Tile>` and the
// arguments of operations, signs included, are CuTe's (`cute/atom/mma_atom.hpp`, `cute/arch/mma_sm100_umma.hpp`).
#include <cute/tensor.hpp>
using namespace cute;

template <class A, class B, class C, int M, int N, UMMA::Major a, UMMA::Major b, UMMA::ScaleIn s, UMMA::ScaleIn t,
          class... Of, class... More>
CUTE_HOST_DEVICE constexpr auto from_tensor_memory(
    TiledMMA<MMA_Atom<SM100_MMA_TF32_SS<A, B, C, M, N, a, b, s, t>, Of...>, More...>) {
  return TiledMMA<MMA_Atom<SM100_MMA_TF32_TS<A, B, C, M, N, a, b, s, t, UMMA::Saturate::False>, Of...>, More...>{};
}

template <class A, class B, class C, int M, int N, UMMA::Major a, UMMA::Major b, UMMA::ScaleIn s, UMMA::ScaleIn t,
          class... Of, class... More>
CUTE_HOST_DEVICE constexpr auto from_tensor_memory(
    TiledMMA<MMA_Atom<SM100_MMA_F16BF16_SS<A, B, C, M, N, a, b, s, t>, Of...>, More...>) {
  return TiledMMA<MMA_Atom<SM100_MMA_F16BF16_TS<A, B, C, M, N, a, b, s, t, UMMA::Saturate::False>, Of...>, More...>{};
}

// What CUTLASS 3 has for operands of 8 bits and less; each list names qualified templates.
template <class A, class B, class C, int M, int N, UMMA::Major a, UMMA::Major b, class... Of, class... More>
CUTE_HOST_DEVICE constexpr auto of_either_kind(
    TiledMMA<
        MMA_Atom<
            MMA_Traits<
                SM100_MMA_F8F6F4_SS,
                A,
                B,
                C,
                cute::C<M>,
                cute::C<N>,
                cute::integral_constant<UMMA::Major, a>,
                cute::integral_constant<UMMA::Major, b>>,
            Of...>,
        More...>) {
  return cute::Int<8>{};
}

template <class A, class B, class C, int M, int N, UMMA::Major a, UMMA::Major b, UMMA::ScaleIn s, UMMA::ScaleIn t,
          class... Of, class... More>
CUTE_HOST_DEVICE constexpr auto of_either_kind(
    TiledMMA<MMA_Atom<SM100_MMA_F16BF16_SS<A, B, C, M, N, a, b, s, t>, Of...>, More...>) {
  return cute::Int<16>{};
}

template <template <GMMA::Major, GMMA::Major, GMMA::ScaleIn, GMMA::ScaleIn> class Op, GMMA::Major a, GMMA::Major b,
          GMMA::ScaleIn s, GMMA::ScaleIn t>
CUTE_HOST_DEVICE constexpr auto from_registers(MMA_Atom<Op<a, b, s, t>> const&) {
  using Atom = MMA_Atom<Op<a, b, s, t>>;
  return MMA_Atom<decltype(GMMA::rs_op_selector<typename Atom::ValTypeA, typename Atom::ValTypeB,
                                                typename Atom::ValTypeC, typename Atom::Shape_MNK, a, b, s, t>())>{};
}

template <template <GMMA::ScaleIn, GMMA::ScaleIn> class Op, GMMA::ScaleIn s, GMMA::ScaleIn t>
CUTE_HOST_DEVICE constexpr auto from_registers(MMA_Atom<Op<s, t>> const&) {
  using Atom = MMA_Atom<Op<s, t>>;
  return MMA_Atom<decltype(GMMA::rs_op_selector<typename Atom::ValTypeA, typename Atom::ValTypeB,
                                                typename Atom::ValTypeC, typename Atom::Shape_MNK, GMMA::Major::K,
                                                GMMA::Major::K, s, t>())>{};
}

template <class Atom, class... More>
CUTE_HOST_DEVICE constexpr auto from_registers(TiledMMA<Atom, More...> const&) {
  return TiledMMA<decltype(from_registers(Atom{})), More...>{};
}

void multiply() {
  auto ss = make_tiled_mma(
      SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::MN>{});
  //^ = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::MN>, (1,1,1):(0,0,0), <_,_,_>)
  auto ts = from_tensor_memory(ss);
  //^ = make_tiled_mma(SM100_MMA_F16BF16_TS<half_t,half_t,float,128,64,UMMA::Major::K,UMMA::Major::MN,UMMA::ScaleIn::One,UMMA::ScaleIn::One,UMMA::Saturate::False>, (1,1,1):(0,0,0), <_,_,_>)
  auto bits = make_layout(of_either_kind(ss));
  //^ = 16:1
  auto halves = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>{}, Layout<Shape<_2, _1, _1>>{});
  //^ = make_tiled_mma(SM90_64x128x16_F32F16F16_SS, (2,1,1):(1,0,0), <_,_,_>)
  auto of_halves = from_registers(halves);
  //^ = make_tiled_mma(SM90_64x128x16_F32F16F16_RS, (2,1,1):(1,0,0), <_,_,_>)
  auto bytes = make_tiled_mma(SM90_64x64x32_F32E4M3E4M3_SS_TN<>{});
  //^ = make_tiled_mma(SM90_64x64x32_F32E4M3E4M3_SS_TN, (1,1,1):(0,0,0), <_,_,_>)
  auto of_bytes = from_registers(bytes);
  //^ = make_tiled_mma(SM90_64x64x32_F32E4M3E4M3_RS_TN, (1,1,1):(0,0,0), <_,_,_>)
}
