import cutlass
import cutlass.cute as cute
def f(flag):
    xs = [4]
    xs.insert(0, 2)
    xs += [8]
    xs[1] = 5
    xs.reverse()
    a = cute.make_layout(tuple(xs))
    #^ = (8,5,2):(1,8,40)
    last = xs.pop()
    b = cute.make_layout((last, len(xs)))
    #^ = (2,2):(1,2)
    if flag:
        xs.append(1)
    c = xs
    #^ unknown
    d = cute.make_layout(tuple(sorted([3, 1, 2])))
    #^ = (1,2,3):(0,1,2)
    e = list(map(lambda x: x + 1, (1, 2)))
    #^ e = (2,3)
