# What `config` and `config_of_tests` have is not known here.
import cutlass
import cutlass.cute as cute
n = 8
before = cute.make_layout(n)
#^ = 8:1
from config import n
behind = cute.make_layout(n)
#^ unknown
from config import m
first = cute.make_layout(m)
#^ unknown
from config_of_tests import m
second = cute.make_layout(m)
#^ unknown
try:
    from config import tile
except ImportError:
    from config_of_tests import tile
either = cute.make_layout(tile)
#^ unknown
k = 4
def f():
    from config import k
    own = cute.make_layout(k)
    #^ unknown
def g():
    of_module = cute.make_layout(k)
    #^ = 4:1
f()
g()
from config import late
late = 16
last = cute.make_layout(late)
#^ = 16:1
