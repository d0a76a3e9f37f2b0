#include <cute/tensor.hpp>
using namespace cute;

struct Writer {
  void through_object(int n) {
    auto a = make_layout(n);
    //^ = 5:1 [calls that were run]
  }
  void through_pointer(int n) {
    auto b = make_layout(n);
    //^ = 4:1 [calls that were run]
  }
  void of_template(int n) {
    auto c = make_layout(n);
    //^ = 3:1 [calls that were run]
  }
  static void without_object(int n) {
    auto d = make_layout(n);
    //^ = 6:1
  }
};
template <auto Method>
void call(Writer& writer, int n) {
  (writer.*Method)(n);
}
template <auto Function>
void call_function(int n) {
  Function(n);
}
void function(int n) {
  auto e = make_layout(n);
  //^ = 7:1
}

void f(Writer& other) {
  Writer writer;
  Writer* pointer = &writer;
  writer.through_object(5);
  writer.through_pointer(4);
  writer.of_template(3);
  auto method = &Writer::through_object;
  (writer.*method)(6);
  (pointer->*(&Writer::through_pointer))(7);
  call<&Writer::of_template>(writer, 8);
  auto plain = &Writer::without_object;
  plain(6);
  call_function<&function>(7);
}
