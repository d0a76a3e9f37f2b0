// Where nothing is broken, what stands in a function is in it, however it is indented.
#include <cute/tensor.hpp>
using namespace cute;

struct Tile { static int rows() { return 1; } };

void f() {
struct Tile { static int rows() { return 23; } };
int rows = Tile::rows();
auto inner = make_layout(make_shape(Int<8>{}, rows));
//^ = (8,23):(1,8)
auto outer = make_layout(make_shape(Int<8>{}, ::Tile::rows()));
//^ = (8,1):(1,8)
}
