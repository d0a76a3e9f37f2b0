# A name that the body of a class binds is the module's in front of that, also where a function around has one.
import cutlass.cute as cute

x = 3


class Later:
    y = x
    x = 9


a = cute.make_layout((Later.y, 2))
#^ unknown


class Loop:
    for x in (7, 8):
        pass
    y = x


b = cute.make_layout((Loop.y, 2))
#^ unknown


def f():
    x = 4

    class Inner:
        y = x
        x = 9

    return Inner.y


c = cute.make_layout((f(), 2))
#^ unknown


class Default:
    def method(self, size=x):
        return size

    x = 9


d = cute.make_layout((Default().method(), 2))
#^ unknown


class Before:
    width = 4
    height = width * 2

    def method(self, size=height):
        return size


e = cute.make_layout((Before.height, Before().method()))
#^ = (8,8):(1,8)
