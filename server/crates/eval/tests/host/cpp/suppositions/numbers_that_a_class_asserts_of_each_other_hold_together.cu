// What a class asserts of several of its numbers at once is what they are supposed to be together.
#include <cute/tensor.hpp>
using namespace cute;

template <int Rows_, int Columns_>
struct Buffered {
  static constexpr int Rows = Rows_;
  static constexpr int Columns = Columns_;
  static_assert(Rows > 0 ^ Columns > 0, "one of both is buffered");
  static auto layout() {
    auto buffers = make_layout(make_shape(Int<Rows + 1>{}, Int<Columns + 1>{}));
    //^ = (65,1):(1,0) if Rows_ = 64, Columns_ = 0
    return buffers;
  }
};

template <int Height, int Width>
struct Tall {
  static_assert(Height > Width);
  static auto layout() {
    auto tall = make_layout(make_shape(Int<Height>{}, Int<Width>{}));
    //^ = (64,32):(1,64) if Height = 64, Width = 32
    return tall;
  }
};

template <int Length, int Delays>
struct Undelayed {
  static_assert(Delays == 0, "nothing is delayed");
  static auto layout() {
    auto steps = make_layout(make_shape(Int<Length>{}, Int<Delays + 1>{}));
    //^ = (64,1):(1,0) if Length = 64, Delays = 0
    return steps;
  }
};
