# What a function binds around itself is a variable: methods and attributes of the name stay what they are.
import sys

import cutlass.cute as cute


def cached():
    kernel = None

    def get(value):
        nonlocal kernel
        kernel = value
        return kernel

    return get


class Gemm:
    def __init__(self):
        self.rows = 8

    def kernel(self):
        return cute.make_layout((self.rows, 4))


hooks = {"get": cached()}
gemm = Gemm()
hooks[sys.argv[1]](16)
found = gemm.kernel()
#^ = (8,4):(1,8)
