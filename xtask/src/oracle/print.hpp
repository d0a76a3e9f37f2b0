// Prints answers of CuTe, one a line: the question's number, a tab, the answer in CuTe's notation.
#pragma once
#include <cstdio>
#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
#include <cute/swizzle.hpp>
#include <cute/swizzle_layout.hpp>
#include <cute/tensor.hpp>
using namespace cute;

// What is no layout or tuple, and is printed in a way of its own.
template <class Layout> struct Offsets { Layout layout; };
template <class Tensor> struct Part { Tensor tensor; };

template <class Layout, class Offset> struct AtOffset { Layout layout; Offset offset; };

template <class Layout> auto offsets(Layout const& layout) { return Offsets<Layout>{layout}; }
// A tensor that counts its offsets, for what CuTe defines on tensors alone.
template <class Layout> auto counting(Layout const& layout) {
  return make_tensor(counting_iterator<int>{0}, layout);
}
template <class Tensor> auto part(Tensor const& tensor) { return Part<Tensor>{tensor}; }
template <class Pair> auto at_offset(Pair const& pair) {
  return AtOffset<remove_cvref_t<decltype(get<0>(pair))>, remove_cvref_t<decltype(get<1>(pair))>>{get<0>(pair), get<1>(pair)};
}
template <class Pair> auto second(Pair const& pair) { return get<1>(pair); }

template <class T> void show(T const& value) { print(value); }
inline void show(bool value) { printf("%s", value ? "true" : "false"); }
template <bool value> void show(C<value>) { show(value); }
template <class Layout> void show(Offsets<Layout> const& all) {
  printf("[");
  for (int i = 0; i < int(size(all.layout)); ++i) { printf("%s", i ? "," : ""); print(all.layout(i)); }
  printf("]");
}
template <class Layout, class Offset> void show(AtOffset<Layout, Offset> const& pair) {
  print(pair.layout);
  printf(" at ");
  print(pair.offset);
}
template <class Tensor> void show(Part<Tensor> const& part) {
  print(part.tensor.layout());
  printf(" at %d", int(*part.tensor.data()));
}

template <class T> void answer(int question, T const& value) {
  printf("%d\t", question);
  show(value);
  printf("\n");
  fflush(stdout);
}
