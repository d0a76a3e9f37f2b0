import cutlass
import cutlass.cute as cute

def threads(n):
    for limit, threads in [(64, 8), (128, 16), (3072, 32)]:
        if n <= limit:
            return threads
    return 256

def clusters(n):
    for limit, clusters in ((1024, 1), (4096, 2)):
        if n <= limit:
            found = clusters
            break
    else:
        found = 4
    return found

def sums(n):
    sum = 0
    for i in cutlass.range_constexpr(n):
        if i == 2:
            continue
        sum += 10 + i
    return sum

def open_end(n, m):
    found = 1
    for limit in (8, 16):
        found = limit
        if m < limit:
            break
    return found

def f(m: int):
    a = cute.make_layout((threads(65), threads(3073)))
    #^ = (16,256):(1,16)
    b = cute.make_layout((clusters(1000), clusters(2000), clusters(5000)))
    #^ = (1,2,4):(0,1,2)
    c = cute.make_layout(sums(4))
    #^ = 34:1
    d = cute.make_layout((open_end(4, m), 3), stride=(3, 1))
    #^ = (?,3):(3,1)
    for size in (5, 5):
        e = cute.make_layout(size)
        #^ = 5:1
    for size in (5, 6):
        g = cute.make_layout(size)
        #^ = ?:1
    h = cute.make_layout(g.shape)
    #^ = 6:1
