// Layouts that templates of all kinds make: of aliases and variables, specialised in part, of packs and of templates.
#include <cstdio>
#include <type_traits>

#include <cute/tensor.hpp>

using namespace cute;

template <class Element>
using LoadAtom = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint64_t>, Element>;

template <int Rows, int Columns = 2 * Rows>
using Wide = Layout<Shape<Int<Rows>, Int<Columns>>, Stride<Int<Columns>, _1>>;

template <class Base, int Bits>
using Swizzled = decltype(composition(Swizzle<Bits, 2, 3>{}, Base{}));

template <int N>
constexpr auto line = make_layout(Int<N>{}, Int<3>{});

template <class L>
static constexpr int doubled = 2 * size(L{});

template <int N>
inline constexpr int half_of = N / 2;

// The major mode picks the layout.
enum class Major { Row, Column };

template <Major M, int Rows, int Columns>
struct Ordered;

template <int Rows, int Columns>
struct Ordered<Major::Row, Rows, Columns> {
  using type = Layout<Shape<Int<Rows>, Int<Columns>>, Stride<Int<Columns>, _1>>;
};

template <int Rows, int Columns>
struct Ordered<Major::Column, Rows, Columns> {
  using type = Layout<Shape<Int<Rows>, Int<Columns>>, Stride<_1, Int<Rows>>>;
};

template <Major M, int Rows, int Columns>
using Ordered_t = typename Ordered<M, Rows, Columns>::type;

template <class T>
struct Width {
  static constexpr int value = 128 / sizeof_bits_v<T>;
  using Vector = Layout<Shape<_1, Int<value>>>;
};

template <>
struct Width<double> {
  static constexpr int value = 1;
  using Vector = Layout<Shape<_1, _1>>;
};

template <class T>
struct Width<T*> {
  static constexpr int value = 64;
  using Vector = Layout<Shape<_2, _32>>;
};

template <class A, class B>
struct Same {
  static constexpr bool value = false;
  static constexpr int tile = 24;
};
template <class A>
struct Same<A, A> {
  static constexpr bool value = true;
  static constexpr int tile = 40;
};

template <class L>
struct Taken;
template <class S, class D>
struct Taken<Layout<S, D>> {
  using Extents = S;
  using Strides = D;
  static constexpr int modes = rank_v<S>;
};

// Templates as arguments.
template <template <class> class Policy, class T>
struct Uses {
  using Vector = typename Policy<T>::Vector;
  static constexpr int threads = 256 / Policy<T>::value;
};

template <int... Ns>
struct Sizes {
  using Extents = Shape<Int<Ns>...>;
  static constexpr int sum = (Ns + ...);
  static constexpr int product = (1 * ... * Ns);
  static constexpr int count = sizeof...(Ns);
};

template <class... Ts>
struct Biggest {
  static constexpr int bytes = (0 + ... + int(sizeof(Ts)));
};

// What depends on an earlier parameter by default.
template <class T, int N = Width<T>::value, class L = Layout<Shape<Int<N>, _3>>, int M = size(L{}) + N>
struct Defaulted {
  using Inner = L;
  using Outer = Layout<Shape<Int<M>, Int<N>>>;
};

template <class Derived>
struct Named {
  auto own() const {
    auto layout = static_cast<Derived const*>(this)->layout();
    return make_layout(layout, make_layout(Int<Derived::kRows>{}));
  }
};
struct Columns : Named<Columns> {
  static constexpr int kRows = 12;
  auto layout() const { return Layout<Shape<_5, _7>, Stride<_7, _1>>{}; }
};

template <class... Layouts>
auto side_by_side(Layouts const&... layouts) {
  auto all = make_layout(layouts...);
  auto sizes = make_shape(size(layouts)...);
  auto firsts = make_shape(size<0>(layouts)..., Int<9>{});
  return all;
}

template <class First, class... Rest>
auto first_and_rest(First first, Rest... rest) {
  auto tail = make_layout(rest...);
  auto count = Int<sizeof...(Rest)>{};
  return make_layout(first, tail);
}

template <class T>
auto pick() {
  if constexpr (std::is_same_v<T, float>) {
    return Layout<Shape<_4, _6>>{};
  } else if constexpr (sizeof(T) == 2) {
    return Layout<Shape<_8, _6>>{};
  } else {
    return Layout<Shape<_16, _6>>{};
  }
}

template <int I, class T>
CUTE_HOST_DEVICE constexpr auto scaled(T const& t) {
  return transform_leaf(t, [](auto const& x) { return x * Int<I>{}; });
}

template <class Tensor_, class F>
decltype(auto) applied(Tensor_&& tensor, F&& f) {
  return f(std::forward<Tensor_>(tensor));
}

template <class T>
struct Holder {
  T layout;
  template <class Other>
  auto with(Other other) const {
    return make_layout(layout, other);
  }
  auto shape_of() const -> decltype(shape(layout)) { return shape(layout); }
};
template <class T>
Holder(T) -> Holder<T>;

int main() {
  LoadAtom<half_t> load;
  auto load_copy = make_tiled_copy(load, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  Wide<12> wide;
  Wide<12, 5> narrow;
  Swizzled<Wide<8, 32>, 2> swizzled;
  auto a_line = line<20>;
  auto other_line = make_layout(line<6>, line<half_of<14>>);
  auto twice = Int<doubled<Wide<4>>>{};

  Ordered_t<Major::Row, 6, 10> by_rows;
  Ordered_t<Major::Column, 6, 10> by_columns;
  using Vector = Width<float>::Vector;
  using OneVector = Width<double>::Vector;
  using PointerVector = Width<half_t*>::Vector;
  auto same = Int<Same<int, int>::tile>{};
  auto different = Int<Same<int, float>::tile>{};
  using Extents = typename Taken<Wide<7>>::Extents;
  auto strides = typename Taken<decltype(narrow)>::Strides{};
  auto modes = Int<Taken<Wide<7>>::modes>{};

  using Used = Uses<Width, bfloat16_t>;
  typename Used::Vector used_vector;
  auto used_threads = make_layout(Int<Used::threads>{});

  using Three = Sizes<3, 5, 7>;
  auto extents = typename Three::Extents{};
  auto sums = make_shape(Int<Three::sum>{}, Int<Three::product>{}, Int<Three::count>{});
  auto bytes = Int<Biggest<float, half_t, double>::bytes>{};

  using Default = Defaulted<float>;
  typename Default::Inner inner;
  typename Default::Outer outer;
  using Given = Defaulted<half_t, 6>;
  typename Given::Inner given_inner;
  typename Given::Outer given_outer;

  Columns columns;
  auto own = columns.own();
  auto beside = side_by_side(wide, a_line, by_columns);
  auto nested = first_and_rest(wide, line<2>, narrow);
  auto picked = make_layout(pick<float>(), pick<half_t>(), pick<double>());
  auto bigger = scaled<3>(make_shape(_4{}, make_shape(_2{}, _5{})));
  auto modes_of = applied(wide, [](auto const& layout) { return make_tuple(size<0>(layout), size<1>(layout)); });
  auto [rows, cols] = modes_of;
  auto again = make_layout(make_shape(rows, cols), make_stride(cols, _1{}));

  Holder holder{by_rows};
  auto with = holder.with(wide);
  auto shape_of = holder.shape_of();
  auto generic = [&](auto layout, auto... rest) { return make_layout(layout, rest..., wide); };
  auto from_generic = generic(by_rows, a_line);
  auto reversed = reverse(make_shape(_2{}, make_shape(_3{}, _4{}), 5));
  auto three = composition(Swizzle<2, 1, 3>{}, Int<0>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{});
  auto tiled_three = tile_to_shape(three, Shape<_16, _32>{});
  return 0;
}
