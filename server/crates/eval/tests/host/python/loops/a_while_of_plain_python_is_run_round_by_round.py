# Where it is certain whether each round is run, names hold what the last one leaves. What the DSL compiles has rounds of
# run time, unless `const_expr` says otherwise; too many rounds, and conditions that are not known or change something, say
# nothing.
import cutlass.cute as cute
from cutlass import const_expr


def bytes_of(stages):
    return stages * 1000


class Budget:
    def __init__(self):
        self.asked = 0

    def allows(self):
        self.asked += 1
        return self.asked < 4


class Kernel:
    def __init__(self, limit):
        self.stages = 7
        while self.stages > 1 and 32 % self.stages != 0:
            self.stages -= 1
        divides = cute.make_layout((self.stages, 8))
        #^ = (4,8):(1,4)
        fits = 9
        while bytes_of(fits) > 5500:
            fits -= 1
        else:
            behind = cute.make_layout((fits, 7))
            #^ = (5,7):(1,5)
        width = 2
        while True:
            self.tile = cute.make_layout((width, 8))
            if cute.cosize(self.tile) > 100:
                break
            width *= 2
        ended = self.tile
        #^ = (16,8):(1,16)
        count = 1
        while count < 5:
            count += 1
            if count == 2:
                continue
            if limit:
                break
        jumped = cute.make_layout((count, 9))
        #^ = (3,9):(1,3)
        many = 100
        while many > 1:
            many -= 1
        too_many = cute.make_layout((many, 8))
        #^ = (?,8):(?,?)
        budget, left = Budget(), 4
        while budget.allows():
            left -= 1
        counted = cute.make_layout((left, budget.asked))
        #^ = (?,?):(?,?)

    @cute.jit
    def __call__(self, t: cute.Tensor):
        i = 1
        while i < 4:
            i += 1
        of_run_time = cute.make_layout((i, 3))
        #^ = (i,3):(1,i)
        j = 1
        while const_expr(j < 4):
            j += 1
        compiled = cute.make_layout((j, 3))
        #^ = (4,3):(1,4)


def of_a_parameter(limit):
    stages = 1
    while stages < limit:
        stages += 1
    open_end = cute.make_layout((stages, 8))
    #^ = (?,8):(?,?)


Kernel(5)(None)
