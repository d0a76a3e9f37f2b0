#include <cute/tensor.hpp>
#include <vector>
using namespace cute;

struct Params {
  int m;
  int stages = 3;
};

struct Made {
  int m, n;
  Made(int m = 1, int n = 5) : m(m), n(n) {}
};

void copies(std::vector<Params> const& all, std::vector<Made> const& made, std::vector<dim3> const& grids) {
  Params in_braces{all[0]};
  auto stages = make_layout(make_shape(in_braces.stages, _2{}));
  //^ unknown
  Made in_parentheses(made[0]);
  auto n = make_layout(make_shape(in_parentheses.n, _2{}));
  //^ unknown
  dim3 grid{grids[0]};
  auto rest = make_layout(make_shape(int(grid.y), int(grid.z)));
  //^ unknown
}

void made(int m) {
  Params of_number{m};
  auto stages = make_layout(make_shape(of_number.stages, of_number.m));
  //^ = (3,m):(1,3)
  Made by_constructor(m);
  auto n = make_layout(make_shape(by_constructor.n, by_constructor.m));
  //^ = (5,m):(1,5)
}
