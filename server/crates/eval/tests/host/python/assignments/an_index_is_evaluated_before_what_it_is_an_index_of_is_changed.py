import cutlass.cute as cute

sizes = [1, 2, 3]


def first():
    sizes.append(4)
    return 0


sizes[first()] = 10
layout = cute.make_layout(tuple(sizes))
#^ unknown
