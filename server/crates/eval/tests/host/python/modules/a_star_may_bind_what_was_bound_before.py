# What `config` has is not known here.
import cutlass
import cutlass.cute as cute
n = 8
before = cute.make_layout(n)
#^ = 8:1
from config import *
behind = cute.make_layout(n)
#^ unknown
m = 4
own = cute.make_layout(m)
#^ = 4:1
