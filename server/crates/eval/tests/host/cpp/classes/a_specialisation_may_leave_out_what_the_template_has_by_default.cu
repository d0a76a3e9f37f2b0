#include <cute/tensor.hpp>
using namespace cute;

template <class T, class Enable = void> struct Traits { static constexpr int n = 1; };
template <> struct Traits<float> { static constexpr int n = 2; };
template <class T> struct Traits<T*> { static constexpr int n = 4; };

template <class T, int N = sizeof(T)> struct Sized { static constexpr int n = 1; };
template <> struct Sized<float> { static constexpr int n = 2; };

// Inside of another pattern: `Pair<T>` is `Pair<T, 4>`.
template <class T, int N = 4> struct Pair {};
template <class T> struct Of { static constexpr int n = 1; };
template <class T> struct Of<Pair<T>> { static constexpr int n = 2; };

// The default stands at a declaration in front.
template <class T, class Enable = void> struct Later;
template <class T, class Enable> struct Later { static constexpr int n = 1; };
template <> struct Later<float> { static constexpr int n = 2; };

template <class T, int N = 4> constexpr int size_of = 1;
template <class T> constexpr int size_of<T*> = 2;

void f() {
  auto full = make_layout(Int<Traits<float>::n>{});
  //^ = 2:1
  auto partial = make_layout(Int<Traits<float*>::n>{});
  //^ = 4:1
  auto itself = make_layout(Int<Traits<double>::n>{});
  //^ = 1:0
  auto default_of_an_argument = make_layout(Int<Sized<float>::n>{});
  //^ = 2:1
  auto written = make_layout(Int<Sized<float, 4>::n>{});
  //^ = 2:1
  auto another = make_layout(Int<Sized<float, 8>::n>{});
  //^ = 1:0
  auto within = make_layout(Int<Of<Pair<float>>::n>{});
  //^ = 2:1
  auto other_within = make_layout(Int<Of<Pair<float, 8>>::n>{});
  //^ = 1:0
  auto forward = make_layout(Int<Later<float>::n>{});
  //^ = 2:1
  auto variable = make_layout(Int<size_of<float*>>{});
  //^ = 2:1
}
