// One kernel, four ways to call it: row-major, column-major, batched, and with a padded leading dimension.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

enum class Order { Row, Column };

template <Order order>
auto matrix_layout(int rows, int columns, int leading) {
  if constexpr (order == Order::Row) {
    return make_layout(make_shape(rows, columns), make_stride(leading, Int<1>{}));
  } else {
    return make_layout(make_shape(rows, columns), make_stride(Int<1>{}, leading));
  }
}

template <class Source, class Target, class Tiler, class Threads>
__global__ void scale(Source source, Target target, Tiler tiler, Threads threads, float factor) {
  auto tiled_source = zipped_divide(source, tiler);
  auto tiled_target = zipped_divide(target, tiler);
  Tensor tile_source = tiled_source(make_coord(_, _), blockIdx.x);
  Tensor tile_target = tiled_target(make_coord(_, _), blockIdx.x);
  Tensor part_source = local_partition(tile_source, threads, threadIdx.x);
  Tensor part_target = local_partition(tile_target, threads, threadIdx.x);
  Tensor registers = make_tensor_like(part_source);
  auto identity = make_identity_layout(shape(tile_source));
  auto elements = size(part_source);
  for (int i = 0; i < elements; ++i) {
    registers(i) = factor * part_source(i);
  }
  copy(registers, part_target);
}

void scale_rows(float* data, int rows, int columns) {
  auto layout = matrix_layout<Order::Row>(rows, columns, columns);
  Tensor tensor = make_tensor(make_gmem_ptr(data), layout);
  auto tiler = make_shape(Int<32>{}, Int<64>{});
  auto threads = make_layout(make_shape(Int<4>{}, Int<32>{}), LayoutRight{});
  scale<<<rows * columns / 2048, 128>>>(tensor, tensor, tiler, threads, 2.0f);
}

void scale_columns(float* data, int rows, int columns) {
  auto layout = matrix_layout<Order::Column>(rows, columns, rows);
  Tensor tensor = make_tensor(make_gmem_ptr(data), layout);
  auto tiler = Shape<_64, _16>{};
  auto threads = Layout<Shape<_32, _4>>{};
  scale<<<rows * columns / 1024, 128>>>(tensor, tensor, tiler, threads, 3.0f);
}

void scale_padded(float* data, int rows, int columns, int leading) {
  Tensor source = make_tensor(make_gmem_ptr(data), matrix_layout<Order::Row>(rows, columns, leading));
  Tensor target = make_tensor(make_gmem_ptr(data), matrix_layout<Order::Column>(rows, columns, leading));
  auto tiler = make_tile(Int<16>{}, Layout<_16, _2>{});
  scale<<<rows * columns / 256, 64>>>(source, target, tiler, Layout<Shape<_8, _8>>{}, 0.5f);
}

void scale_batched(float* data, int rows, int columns, int batches) {
  auto layout = make_layout(make_shape(rows, columns, batches), make_stride(columns, Int<1>{}, rows * columns));
  Tensor tensor = make_tensor(make_gmem_ptr(data), layout);
  auto grouped = group<1, 3>(layout);
  Tensor first_batch = tensor(_, _, 0);
  scale<<<batches, 128>>>(first_batch, first_batch, make_shape(Int<8>{}, Int<128>{}), make_layout(Shape<_1, _128>{}), 1.0f);
}

int main(int argc, char** argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 256;
  int columns = argc > 2 ? atoi(argv[2]) : 128;
  int batches = argc > 3 ? atoi(argv[3]) : 8;
  thrust::device_vector<float> data(rows * columns * batches);
  scale_rows(data.data().get(), rows, columns);
  scale_columns(data.data().get(), rows, columns);
  scale_padded(data.data().get(), rows, columns, columns + 8);
  scale_batched(data.data().get(), rows, columns, batches);
  return 0;
}
