#include <cute/tensor.hpp>
using namespace cute;

struct Pair {
  int x;
  int y;

  void method() {
    unknown();
    int before = x;
    unknown();
    auto a = make_shape(before, x);
    //^ = (?,?)
  }

  static void unknown();
};

void unknown();
Pair pair{4, 5};
int number = 4;

int read() {
  return number;
}

int& other = number;

void fields() {
  unknown();
  int before = pair.x;
  unknown();
  auto b = make_shape(before, pair.x);
  //^ = (?,?)
}

void methods() {
  pair.method();
}

void numbers() {
  unknown();
  int before = number;
  unknown();
  auto c = make_shape(before, number);
  //^ = (?,number)
  auto again = make_shape(number, number);
  //^ = (number,number)
}

void calls() {
  unknown();
  int before = read();
  unknown();
  auto d = make_shape(before, read());
  //^ = (?,number)
}

void references() {
  int& r = number;
  unknown();
  int before = r;
  unknown();
  auto e = make_shape(before, r);
  //^ = (?,number)
}

void others() {
  unknown();
  int before = other;
  unknown();
  auto f = make_shape(before, other);
  //^ = (?,number)
}

void branches(bool c) {
//^ unknown
  unknown();
  int before = number;
  if (c) {
    unknown();
  }
  auto g = make_shape(before, number);
  //^ = (?,number)
}
