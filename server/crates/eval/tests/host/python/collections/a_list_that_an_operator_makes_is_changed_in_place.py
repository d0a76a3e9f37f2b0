# `[1] * 3`, `[4] + [8]` and `xs[1:]` are lists like those that are written: `+=` under another name changes them. Values
# printed by nvidia-cutlass-dsl 4.8.1.
import cutlass.cute as cute


def pad(shape, rank):
    shape += [1] * (rank - len(shape))
    return shape


class Holder:
    def __init__(self):
        self.shape = [2] * 2

    def add(self, extent):
        shape = self.shape
        shape += (extent,)


@cute.jit
def main():
    base = [4] + [8]
    padded = pad(base, 4)
    a = cute.make_layout(tuple(base))
    #^ unknown: changed under another name
    b = cute.make_layout(tuple(padded))
    #^ = (4,8,1,1):(1,4,0,0)
    holder = Holder()
    holder.add(5)
    c = cute.make_layout(tuple(holder.shape))
    #^ unknown: changed under another name
    repeated = [3] * 2
    same = repeated
    same *= 2
    d = cute.make_layout(tuple(repeated))
    #^ unknown: changed under another name
    whole = [7, 6, 9]
    part = whole[1:]
    other = part
    other += (2,)
    e = cute.make_layout(tuple(part))
    #^ unknown: changed under another name
    alone = [6] * 2
    alone += (4,)
    f = cute.make_layout(tuple(alone))
    #^ = (6,6,4):(1,6,36)


main()
