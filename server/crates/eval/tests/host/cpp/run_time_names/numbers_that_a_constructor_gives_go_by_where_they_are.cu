// What a constructor chooses at run time has no name but that of the field: the source says `block.rows`.
#include <cute/tensor.hpp>
using namespace cute;

struct Block {
  int const rows;
  int const columns;

  Block(int const* lengths, int index, int all)
      : rows(lengths == nullptr ? all : lengths[index]), columns(all) {}
};

void kernel(int const* lengths, int n) {
  Block block(lengths, 0, n);
  auto held = make_layout(make_shape(block.rows, block.columns));
  //^ = (block.rows,n):(1,block.rows)
  Block copy = block;
  auto copied = make_layout(make_shape(copy.rows, _8{}));
  //^ = (block.rows,8):(1,block.rows)
  auto shape = n > 4 ? make_shape(n, 4) : make_shape(4, n);
  auto chosen = make_layout(shape);
  //^ = (?,?):(1,?)
}
