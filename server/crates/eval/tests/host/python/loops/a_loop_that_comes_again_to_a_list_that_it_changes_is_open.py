# Run by Python, `z` is (2,3) and then (3,3), `y` is 2:1 in both rounds.
import cutlass.cute as cute


def f():
    a = [1]
    b = a
    for q in (a, b):
        q.append(2)
        z = cute.make_layout((len(q), 3))
        #^ unknown
    for p in ([1], [5]):
        p.append(2)
        y = cute.make_layout(len(p))
        #^ = 2:1
    for r in ([7], [7]):
        x = cute.make_layout((len(r), 3))
        #^ = (1,3):(0,1)


f()
