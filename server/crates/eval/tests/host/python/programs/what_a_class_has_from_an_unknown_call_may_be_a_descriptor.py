# `x = Clamped()` in a class may say itself what `object.x` is, whatever was assigned.
import cutlass.cute as cute
from elsewhere import Clamped


class Holder:
    x = Clamped()
    y = 2
    z: int = Clamped()

    def __init__(self):
        self.x = 4
        self.y = 4
        self.z = 4


def f():
    computed = cute.make_layout(Holder().x)
    #^ unknown: what computes `x` is not followed
    plain = cute.make_layout(Holder().y)
    #^ = 4:1
    declared = cute.make_layout(Holder().z)
    #^ = 4:1


f()
