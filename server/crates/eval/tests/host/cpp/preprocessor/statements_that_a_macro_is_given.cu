#include <cute/tensor.hpp>
using namespace cute;

#define SWITCH(condition, FLAG, ...) \
  if (condition) {                   \
    constexpr bool FLAG = true;      \
    { __VA_ARGS__ }                  \
  } else {                           \
    constexpr bool FLAG = false;     \
    { __VA_ARGS__ }                  \
  }
#define DISPATCH(kind, T, ...) \
  switch (kind) {              \
    case 0: {                  \
      using T = float;         \
      { __VA_ARGS__ }          \
    } break;                   \
    default: {                 \
      using T = double;        \
      { __VA_ARGS__ }          \
    } break;                   \
  }

template <int N, bool Flag>
void run(float* p) {
  auto rows = make_layout(Shape<Int<N>, _2>{});
  //^ = (4,2):(1,4) [statements]
  //^ = (8,2):(1,8) [block]
  //^ = (16,2):(1,16) [nested]
  //^ = (64,2):(1,64) [seen]
  auto columns = make_layout(Shape<Int<Flag ? 3 : 5>, _2>{});
  //^ unknown: an argument of the template is not known as a number [statements]
  //^ = (3,2):(1,3) [seen]
}
template <class T>
void store() {
  auto wide = make_layout(Shape<Int<sizeof(T)>, _2>{});
  //^ unknown
}
template <int N>
void statements(float* p, bool flag) {
  SWITCH(flag, FLAG, run<N, FLAG>(p););
}
template <int N>
void block(float* p, bool flag) {
  constexpr bool FLAG = true;
  SWITCH(flag, FLAG, { run<N, FLAG>(p); });
}
template <int N, class T>
void nested(float* p, bool flag, int kind) {
  DISPATCH(kind, T,
    SWITCH(flag, FLAG,
      store<T>();
      run<N, FLAG>(p);
    );
  );
}
void seen(float* p) {
  run<64, true>(p);
}
void all(float* p, bool flag, int kind) {
  statements<4>(p, flag);
  block<8>(p, flag);
  nested<16, char>(p, flag, kind);
  seen(p);
}
