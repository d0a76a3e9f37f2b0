#include <cute/tensor.hpp>
#include <cutlass/fast_math.h>
#include <algorithm>
using namespace cute;
constexpr int down = cutlass::log2_down<100>::value;
constexpr int up = cutlass::log2_up<100>::value;
constexpr int of_power = cutlass::log2_up<64>::value;
constexpr int least = cutlass::const_min(3, 9);
constexpr int most = cutlass::const_max(3, 9);
constexpr int clamped = std::clamp(20, 3, 9);
constexpr int width = cute::bit_width(100u);
constexpr int zeros = cute::countr_zero(64u);
constexpr int logarithm = cute::log_2(64u);
constexpr int is_power = cutlass::is_pow2<96>::value ? 5 : cute::has_single_bit(64u) ? 6 : 7;
using Logarithms = Layout<Shape<Int<down>, Int<up>, Int<of_power>>>;
//^ = (6,7,6):(1,6,42)
using Bounds = Layout<Shape<Int<least>, Int<most>, Int<clamped>>>;
//^ = (3,9,9):(1,3,27)
using Digits = Layout<Shape<Int<width>, Int<zeros>, Int<logarithm>, Int<is_power>>>;
//^ = (7,6,6,6):(1,7,42,252)
void run_time(unsigned n) {
  auto of_name = make_layout(cute::log_2(n));
  //^ unknown: log_2 is computed of numbers that are known and not below 0
}
