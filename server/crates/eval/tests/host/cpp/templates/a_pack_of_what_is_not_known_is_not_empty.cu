// How many arguments a type has that is not taken apart here is not known: a pack of them is not empty, and what is done with
// each of them may have been done.
#include <cute/tensor.hpp>
using namespace cute;

template <class... T>
auto of_tuple(cute::tuple<T...> const& all) {
  return make_layout(Int<10 + sizeof...(T)>{});
}

template <class... T>
auto of_copy(TiledCopy<T...> const&) {
  return make_layout(Int<10 + sizeof...(T)>{});
}

template <class... T>
struct Variadic {};

template <class... T>
constexpr int of_pointer(Variadic<T...> const*) {
  return sizeof...(T);
}

template <class F, size_t... I>
void each(F f, std::index_sequence<I...>) {
  (f(I), ...);
}

int main() {
  auto pair = of_tuple(make_tuple(_1{}, _2{}));
  //^ = 12:1
  auto none = of_tuple(cute::tuple<>{});
  //^ = 10:1
  auto copy = of_copy(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_32>{}, Layout<_1>{}));
  //^ unknown
  auto pointer = make_layout(Int<10 + of_pointer((Variadic<int, char>*)nullptr)>{});
  //^ unknown
  int in_each = 3;
  each([&](int) { in_each += 2; }, std::make_index_sequence<4>{});
  auto behind_each = make_layout(in_each);
  //^ = in_each:1
}
