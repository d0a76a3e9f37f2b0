// A lambda that is stored in an object, or handed to code that is not run, is called where nobody sees it.
#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>
#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto in_array = [](int n) {
    auto a = make_layout(n);
    //^ = 2:1 [calls that were run]
  };
  in_array(2);
  std::array<decltype(in_array), 1> all{in_array};
  all[0](9);
  auto in_vector = [](int n) {
    auto b = make_layout(n);
    //^ = 2:1 [calls that were run]
  };
  in_vector(2);
  std::vector<std::function<void(int)>> later;
  later.push_back(in_vector);
  later[0](10);
  auto in_map = [](int n) {
    auto c = make_layout(n);
    //^ = 2:1 [calls that were run]
  };
  in_map(2);
  std::map<int, std::function<void(int)>> by_number{{1, in_map}};
  by_number[1](18);
  auto in_pair = [](int n) {
    auto d = make_layout(n);
    //^ = 2:1 [calls that were run]
  };
  in_pair(2);
  std::pair<int, decltype(in_pair)> pair{1, in_pair};
  pair.second(20);
}

template <class F>
void twice(F const& given) {
  given(5);
  given(6);
}

void all_are_seen() {
  auto copied = [](int n) {
    auto a = make_layout(n);
    //^ = 3:1 [n = 3]
    //^ = 4:1 [n = 4]
  };
  auto another = copied;
  copied(3);
  another(4);
  auto handed = [](int n) {
    auto b = make_layout(n);
    //^ = 5:1 [n = 5]
    //^ = 6:1 [n = 6]
  };
  twice(handed);
  auto captured = [](int n) {
    auto c = make_layout(n);
    //^ = 7:1
  };
  auto outer = [captured] { captured(7); };
  outer();
}
