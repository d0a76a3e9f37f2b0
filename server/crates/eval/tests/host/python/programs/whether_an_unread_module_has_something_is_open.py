import sys

import cutlass.cute as cute

if hasattr(sys, "is_nowhere"):
    size = 3
else:
    size = 4
of_module = cute.make_layout((size, 2))
#^ = (?,2):(1,?)
