#include <cute/tensor.hpp>
using namespace cute;

struct Pair {
  int a;
  int b[2];
};
void written(int*);

void f(int* p, Pair* q) {
  int all[2] = {3, 4};
  int& element = all[0];
  element = 9;
  auto own = make_layout(element);
  //^ = element:1
  all[0] = 5;
  auto by_index = make_layout(element);
  //^ = element:1
  int& first = *p;
  first = 9;
  *p = 5;
  auto by_pointer = make_layout(first);
  //^ = first:1
  int& member = q->a;
  member = 9;
  q->a = 5;
  auto by_member = make_layout(member);
  //^ = member:1
  auto& [one, two] = all;
  one = 9;
  written(all);
  auto taken_apart = make_layout(one);
  //^ = one:1
}
