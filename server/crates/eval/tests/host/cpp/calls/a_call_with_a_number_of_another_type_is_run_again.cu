// What a template computes depends on the type of the number that it is given, also where two numbers are the same.
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
int below(T& number) {
  number -= 2;
  int is_more = number > 0 ? 5 : 7;
  number = 1;
  return is_more;
}

template <class T>
int seen_below(T const& number) { return number - 2 > 0 ? 5 : 7; }

template <class T>
void fill(T& number) { number = 300; }

struct Pair {
  int whole;
  unsigned char narrow;
};

void variables() {
  int a = 1;
  unsigned b = 1;
  auto of_int = make_layout(make_shape(below(a), _8{}));
  //^ = (7,8):(1,7)
  auto of_unsigned = make_layout(make_shape(below(b), _8{}));
  //^ = (5,8):(1,5)
  auto seen = make_layout(make_shape(seen_below(a), _8{}));
  //^ = (7,8):(1,7)
  auto seen_unsigned = make_layout(make_shape(seen_below(b), _8{}));
  //^ = (5,8):(1,5)
}

void fields() {
  Pair pair{1, 1};
  fill(pair.whole);
  auto whole = make_layout(make_shape(pair.whole, _8{}));
  //^ = (300,8):(1,300)
  fill(pair.narrow);
  auto cut_off = make_layout(make_shape(int(pair.narrow), _8{}));
  //^ = (44,8):(1,44)
}
