import cutlass.cute as cute

a = cute.make_layout((2 ^ 3 & 8, 1))
#^ = (2,1):(1,0)
b = cute.make_layout((6 & 5 ^ 3, 1))
#^ = (7,1):(1,0)
c = cute.make_layout((1 | 2 ^ 3 & 4 << 1, 1))
#^ = (3,1):(1,0)
d = cute.make_layout(((2 ^ 3) & 9, 1))
#^ = (1,1):(0,0)
e = cute.make_layout((12 & 10 ^ 7 & 5 ^ 16, 1))
#^ = (29,1):(1,0)
