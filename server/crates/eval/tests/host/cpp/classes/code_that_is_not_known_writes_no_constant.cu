// A static constant of a class is handed to a function that is not known: nothing writes it.
#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Rows {
  static constexpr int kRows = N / 8;
  static const int kColumns = N / 4;
  static inline int total = 3;
  void layouts(int thread) {
    auto before = make_layout(make_shape(kRows, kColumns));
    //^ = (8,16):(1,8)
    shuffle_of_another_file(thread, kRows, kColumns, total);
    auto behind = make_layout(make_shape(kRows, kColumns));
    //^ = (8,16):(1,8)
    auto of_variable = make_layout(total);
    //^ unknown
  }
};

void rows() {
  Rows<64> rows;
  rows.layouts(3);
}
