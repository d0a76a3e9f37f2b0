// References, pointers, copies of objects, overloads: what changes a variable, and what leaves it alone.
#include <cute/tensor.hpp>

#include <utility>

using namespace cute;

struct Extent {
  int m = 32;
  int n = 48;
  auto shape() const { return make_shape(m, n); }
};

struct Config {
  Extent tile;
  int stages = 3;
};

struct View {
  Extent& tile;
  View(Extent& tile) : tile(tile) {}
};

struct Sizes {
  int rows = 2;
  int columns = rows * 2;
  Sizes(int rows) : rows(rows) {}
};

int width = 5;
auto row() { return make_layout(width); }

void set(int& value) { value = 19; }
void set_by_value(Config config) { config.tile.m = 50; }
void set_by_pointer(int* value) { *value = 29; }
int& same(int& value) { return value; }
template <class... Values> void set_all(Values&... values) { (set(values), ...); }

template <class T> auto pick(T const&) { return make_layout(_1{}); }
template <int N> auto pick(Int<N>) { return make_layout(Int<N + 1>{}); }
inline auto pick(int) { return make_layout(_3{}); }

int main() {
  auto pair = make_tuple(7, 8);
  auto [first, second] = pair;
  auto& [left, right] = pair;
  left = 9;
  auto of_pair = make_layout(pair);
  auto of_copies = make_layout(make_shape(first, second));
  set(get<1>(pair));
  auto of_part = make_layout(pair);

  int depth = 4;
  int& other = same(depth);
  set(other);
  // What a name holds where it was changed under another one: the comparison knows values by their names.
  { int const depth = other; }
  auto of_depth = make_layout(depth);
  int x = 1, y = 2;
  set_all(x, y);
  {
    int const x = 19, y = 19;
  }
  auto of_all = make_layout(make_shape(x, y));

  Config config;
  Config copy = config;
  copy.tile.m = 64;
  Config assigned;
  assigned = config;
  assigned.stages = 5;
  set_by_value(config);
  auto of_config = make_layout(append(config.tile.shape(), config.stages));
  auto of_copy = make_layout(append(copy.tile.shape(), assigned.stages));
  View view(config.tile);
  View again = view;
  again.tile.n = 96;
  auto of_view = make_layout(config.tile.shape());
  Config made{config.tile, 6};
  config.tile.m = 128;
  auto of_made = make_layout(made.tile.shape());
  Sizes sizes(7);
  auto of_sizes = make_layout(make_shape(sizes.rows, sizes.columns));

  { int const width = ::width; }
  auto before = row();
  width = 9;
  auto behind = row();

  auto of_static = pick(_9{});
  auto of_layout = pick(make_layout(_4{}));
  return 0;
}
