import cutlass
import cutlass.cute as cute


def subject():
    xs = [1, 2]
    match xs.pop():
        case 1:
            k = 1
        case _:
            k = 2
    rows = cute.make_layout((len(xs), 8))
    #^ = (1,8):(0,1)


def assigned_subject():
    n = 1
    match (n := 4):
        case 1:
            k = 1
        case _:
            k = 2
    rows = cute.make_layout((n, 8))
    #^ unknown: bound inside of an expression


def guard():
    xs = [1]
    match 3:
        case x if xs.append(2):
            m = 1
        case _:
            m = 2
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


subject()
assigned_subject()
guard()
