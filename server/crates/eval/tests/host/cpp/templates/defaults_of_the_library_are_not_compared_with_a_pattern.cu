// A pattern that leaves out arguments which CuTe's templates have by default chooses no template by being shorter.
#include <cute/tensor.hpp>
using namespace cute;

template <class T> struct OfLayout { static constexpr int n = 1; };
template <class S> struct OfLayout<Layout<S>> { static constexpr int n = 2; };
template <class T> struct OfSwizzle { static constexpr int n = 1; };
template <int B, int M> struct OfSwizzle<Swizzle<B, M>> { static constexpr int n = 2; };
template <class T> struct OfPair { static constexpr int n = 1; };
template <class A, class B> struct OfPair<Shape<A, B>> { static constexpr int n = 2; };

void f() {
  using L = decltype(make_layout(make_shape(_4{}, _8{})));
  // 2:1, for the strides are those that `Layout<Shape<_4, _8>>` has.
  auto layout = make_layout(Int<OfLayout<L>::n>{});
  //^ unknown: which specialisation of `OfLayout` is meant
  auto swizzle = make_layout(Int<OfSwizzle<Swizzle<3, 4>>::n>{});
  //^ unknown: which specialisation of `OfSwizzle` is meant
  auto pair = make_layout(Int<OfPair<Shape<_4, _8>>::n>{});
  //^ = 2:1
  auto triple = make_layout(Int<OfPair<Shape<_4, _8, _2>>::n>{});
  //^ = 1:0
}
