#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void rows(T* p, int n) {
  auto layout = make_layout(Shape<_8, _4>{});
  //^ = (8,4):(1,8)
}
template <class T>
float test(void (*f)(T*, int), int n) {
  T* p = new T[32];
  f(p, n);
  return 0;
}

// Nobody sees what is done with the one that is kept.
template <class T>
void kept(T* p, int n) {
  auto layout = make_layout(Shape<_2, _4>{});
  //^ = (2,4):(1,2) [calls that were run]
}
void (*later)(float*, int) = nullptr;
template <class T>
void keep(void (*f)(T*, int), int n) {
  later = f;
  T* p = nullptr;
  f(p, n);
}

// It calls what it is given in one of two calls of it only.
template <int N>
void sized(float* p, int n) {
  auto layout = make_layout(Shape<Int<N>, _4>{});
  //^ = (4,4):(1,4) [calls that were run]
}
void perhaps(void (*f)(float*, int), bool is_asked) {
  if (is_asked) {
    f(nullptr, 4);
  }
}

int main() {
  test<float>(rows<float>, 4);
  keep<float>(kept<float>, 4);
  kept<float>(nullptr, 4);
  perhaps(sized<8>, false);
  sized<4>(nullptr, 4);
}
