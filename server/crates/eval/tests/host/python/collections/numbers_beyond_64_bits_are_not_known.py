import cutlass.cute as cute


def f():
    last = 9223372036854775807
    # Python's second index is 9223372036854775808.
    for index, value in enumerate([4, 8], last):
        counted = cute.make_layout(value)
        #^ unknown
    of_tail = [1, 2, 3][-last:]
    whole = cute.make_layout(len(of_tail))
    #^ = 3:1


f()


@cute.jit
def of_a_mode_that_no_tensor_has(mA: cute.Tensor):
    size = mA.shape[9223372036854775807]
    #^ unknown
