// What the code refuses of a number that is supposed says which other one is meant, also where the class has a name of its
// own for it, or computes another one of it.
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
struct Epilogue {
  static constexpr int Threads = Traits::NUM_WARPS * 32;
  static constexpr int MmaThreads = Threads - 128;

  void store() {
    static_assert(MmaThreads >= 128, "a warp group besides the producer's");
    auto threads = make_layout(make_shape(Int<MmaThreads / 8>{}, Int<8>{}), LayoutRight{});
    //^ = (16,8):(8,1) if Traits::NUM_WARPS = 8
  }
};

template <class Traits>
struct Copies {
  static constexpr int Threads = Traits::NUM_WARPS * 32 - 128;
  static constexpr int Rows = Threads / 8;

  void copy() {
    auto threads = make_layout(make_shape(Int<Rows>{}, Int<8>{}), LayoutRight{});
    //^ = (16,8):(8,1) if Traits::NUM_WARPS = 8
  }
};

template <int kTileM_, int kTileK_>
struct Shared {
  static constexpr int kTileM = kTileM_;
  static constexpr int kTileK = kTileK_;
  using Atom = decltype(composition(Swizzle<3, 4, 3>{}, Layout<Shape<_16, _128>, Stride<_128, _1>>{}));
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kTileM>, Int<kTileK>>{}));

  void load() {
    auto smem = Smem{};
    //^ = Sw<3,4,3> o 0 o ((16,8),(128,1)):((128,2048),(1,0)) if kTileM_ = 128, kTileK_ = 128
  }
};

template <class Policy>
struct Mainloop {
  static constexpr int Most = Policy::Stages;
  static constexpr int Ahead = Policy::AsyncStages;

  void mma() {
    static_assert(0 <= Ahead && Ahead < Most);
    auto stages = make_layout(make_shape(Int<8>{}, Int<Most>{}));
    //^ = (8,4):(1,8) if Policy::AsyncStages = 2, Policy::Stages = 4
  }
};
