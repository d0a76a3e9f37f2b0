# A loop over a list goes on over what a function appends to it.
import cutlass.cute as cute


def grow(sizes, n):
    if n < 20:
        sizes.append(n * 2)


def length(sizes):
    return len(sizes)


def of_grown():
    sizes = [8]
    for n in sizes:
        grow(sizes, n)
        a = cute.make_layout((n, 2))
        #^ unknown
    return a


def of_read():
    sizes = [8]
    for n in sizes:
        b = cute.make_layout((n, length(sizes) + 1))
        #^ = (8,2):(1,8)
    return b


@cute.jit
def main():
    of_grown()
    of_read()


main()
