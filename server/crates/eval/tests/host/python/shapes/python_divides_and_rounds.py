import math

import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    down = -7 // 2
    #^ = -4
    rest = -7 % 4
    #^ = 1
    power = 2 ** 5
    #^ = 32
    names = cutlass.Float16 == cutlass.BFloat16
    #^ = false
    nothing = None == 4
    #^ = false
    up = math.ceil(100 / 16) * 16
    #^ = 112
    divisor = math.gcd(48, 36, 20)
    #^ = 4
