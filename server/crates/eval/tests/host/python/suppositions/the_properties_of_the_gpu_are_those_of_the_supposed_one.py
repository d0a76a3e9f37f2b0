# PyTorch's names; the numbers of shared memory are those of the CUDA programming guide for compute capability 9.0.

import cutlass.cute as cute
import torch

def cluster_of(width: int):
    properties = torch.cuda.get_device_properties(torch.cuda.current_device())
    for cluster in [1, 2, 4]:
        if width // cluster <= properties.shared_memory_per_block_optin:
            return cluster
    return 8

@cute.jit
def f():
    of = torch.cuda.get_device_properties(0)
    a = cute.make_layout((cluster_of(400000), of.major * 10 + of.minor))
    #^ = (2,90):(1,2) if arch = sm_90a
    b = cute.make_layout((of.warp_size, of.multi_processor_count))
    #^ = (32,?):(1,32) if arch = sm_90a
    c = cute.make_layout((of.total_memory, 2))
    #^ unknown
