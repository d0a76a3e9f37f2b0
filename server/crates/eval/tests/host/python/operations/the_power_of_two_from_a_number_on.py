# Triton's `next_power_of_2`: 48 gives 64, and a power gives itself.

import cutlass.cute as cute
import triton

a = cute.make_layout((triton.next_power_of_2(48), triton.next_power_of_2(64), triton.next_power_of_2(1)))
#^ = (64,64,1):(1,64,0)
b = cute.make_layout(triton.next_power_of_2(0))
#^ unknown
