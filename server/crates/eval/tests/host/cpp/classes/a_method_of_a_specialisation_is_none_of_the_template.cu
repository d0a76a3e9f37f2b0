// The template's own is defined elsewhere.
#include <cute/tensor.hpp>

using namespace cute;

template <class T>
struct Tile {
  static int rows();
};

template <class T>
struct Tile<T*> {
  static int rows();
};

template <class T>
int Tile<T*>::rows() {
  return 3;
}

void host_of_template() {
  auto of_template = make_layout(Tile<float>::rows());
  //^ unknown
}

template <>
struct Tile<int> {
  static int rows();
};

int Tile<int>::rows() {
  return 5;
}

template <class T>
struct Block {
  static int rows();
};

template <>
struct Block<int> {
  static int rows();
};

int Block<int>::rows() {
  return 5;
}

void host_of_block() {
  auto of_block = make_layout(Block<float>::rows());
  //^ unknown
}

auto of_special = make_layout(Block<int>::rows());
//^ = 5:1

template <class T>
struct Rows;

template <>
struct Rows<int> {
  static int count();
};

template <>
struct Rows<float> {
  static int count();
};

int Rows<int>::count() {
  return 5;
}

void host_of_another() {
  auto of_another = make_layout(Rows<float>::count());
  //^ unknown
}
