# The first class may hide what the module says, and makes every assignment to `rows` another one.
import cutlass.cute as cute


class C0:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, 2 * value)


class C1(C0): pass
class C2(C1): pass
class C3(C2): pass
class C4(C3): pass
class C5(C4): pass
class C6(C5): pass
class C7(C6): pass
class C8(C7): pass
class C9(C8): pass
class C10(C9): pass


class Tiled(C10):
    def __init__(self):
        self.rows = 4


tile = cute.make_layout(Tiled().rows)
#^ unknown
