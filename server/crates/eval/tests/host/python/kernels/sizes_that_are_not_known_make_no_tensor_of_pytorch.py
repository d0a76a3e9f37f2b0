# PyTorch takes its sizes by their keyword, too: where they are not known, nor is the rank of the tensor.

import cutlass.cute as cute
import torch

def run(shape):
    a = torch.empty(size=(4, 8)).dim()
    #^ = 2
    b = torch.empty(size=shape).dim()
    #^ unknown: the sizes of this tensor are not known
    c = torch.empty(size=shape, dtype=torch.float16).size()
    #^ unknown: the sizes of this tensor are not known
