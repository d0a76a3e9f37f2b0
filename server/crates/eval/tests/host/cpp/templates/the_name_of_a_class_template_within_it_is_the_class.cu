// `Wrap` in `Wrap<T>` is `Wrap<T>`: it chooses no template for having no arguments.
#include <cute/tensor.hpp>
using namespace cute;

template <class T> struct Tag { static constexpr int n = 1; };
template <class T> struct Wrap;
template <class T> struct Tag<Wrap<T>> { static constexpr int n = 2; };
template <class T> struct Wrap { static constexpr int k = Tag<Wrap>::n; };

void f() {
  auto within = make_layout(Int<Wrap<float>::k>{});
  //^ unknown: which specialisation of `Tag` is meant
  auto outside = make_layout(Int<Tag<Wrap<float>>::n>{});
  //^ = 2:1
}
