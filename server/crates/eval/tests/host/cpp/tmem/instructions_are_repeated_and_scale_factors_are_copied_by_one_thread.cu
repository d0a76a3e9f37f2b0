#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto lanes = make_stride(TMEM::DP<float>{}, TMEM::DP<half_t>{}, TMEM::DP_b{});
  //^ prints (_65536,_131072,_2097152)
  auto acc = make_tensor(make_tmem_ptr<float>(0),
                         make_layout(make_shape(_128{}, _128{}), make_stride(TMEM::DP<float>{}, _1{})));
  auto whole = make_tmem_copy(cute::SM100::TMEM::LOAD::SM100_TMEM_LOAD_32dp32b64x{}, acc).get_slice(0);
  auto of_whole = whole.partition_S(acc);
  //^ = (((64,32),1),1,2):(((1,65536),0),0,64)
  auto widest = make_tmem_copy(TMEM::op_repeater<SM100_TMEM_LOAD_32dp32b1x, 96 * 32>(), acc).get_slice(0);
  auto of_widest = widest.partition_S(acc);
  //^ = (((32,32),1),1,4):(((1,65536),0),0,32)
  auto two_runs = make_tmem_copy(TMEM::op_repeater<SM100_TMEM_LOAD_16dp32b1x, 128 * 32>(), acc).get_slice(0);
  auto of_two_runs = two_runs.partition_S(acc);
  //^ = (((128,16),1),2,1):(((1,65536),0),1048576,0)
  auto back = make_tmem_copy(TMEM::tmem_load_to_store(SM100_TMEM_LOAD_32dp32b16x{}), acc).get_slice(0);
  auto of_back = back.partition_D(acc);
  //^ = (((16,32),1),1,8):(((1,65536),0),0,16)
}
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto factors = make_tensor(
      make_tmem_ptr<float_ue4m3_t>(0),
      make_layout(make_shape(make_shape(make_shape(_32{}, _4{}), make_shape(_4{}, _4{})), _3{}),
                  make_stride(make_stride(make_stride(TMEM::DP<float_ue4m3_t>{}, Int<8388608>{}),
                                          make_stride(_1{}, _4{})),
                              _16{})));
  auto repeated = make_utccp_copy(SM100_UTCCP_4x32dp128bit_2cta{}, factors).get_slice(_0{});
  auto of_repeated = repeated.partition_D(factors);
  //^ = (((32,16,4),1),1,3):(((262144,1,8388608),0),0,16)
  auto once = make_utccp_copy(SM100_UTCCP_128dp128bit_1cta{}, factors).get_slice(_0{});
  auto of_once = once.partition_D(factors);
  //^ = (((128,16),1),1,3):(((262144,1),0),0,16)
  auto twice = make_utccp_copy(SM100_UTCCP_2x64dp128bitlw0123_2cta{}, factors).get_slice(_0{});
  auto of_twice = twice.partition_D(factors);
  //^ = (((32,16,2,2),1),1,3):(((262144,1,16777216,8388608),0),0,16)
  auto halves = make_tensor(make_tmem_ptr<half_t>(0),
                            make_layout(make_shape(_128{}, _64{}), make_stride(Int<131072>{}, _1{})));
  auto refreshed = make_utccp_copy(SM100_UTCCP_4dp256bit_2cta{}, halves).get_slice(_0{});
  auto of_refreshed = refreshed.partition_D(halves);
  //^ = ((1024,2),1,4):((0,8),0,16)
}
