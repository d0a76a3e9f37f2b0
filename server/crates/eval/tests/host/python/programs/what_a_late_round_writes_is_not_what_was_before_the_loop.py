# Each round makes the condition of one more assignment hold: the seventh writes `last`.
import cutlass.cute as cute


def f(count):
    first = second = third = fourth = fifth = sixth = 0
    last = 4
    other = 4
    for _ in range(count):
        if sixth == 1:
            last = 5
        if fifth == 1:
            sixth = 1
        if fourth == 1:
            fifth = 1
        if third == 1:
            fourth = 1
        if second == 1:
            third = 1
        if first == 1:
            second = 1
        first = 1
    behind = cute.make_layout((last, other))
    #^ = (?,4):(?,?)
