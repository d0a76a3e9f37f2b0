import cutlass.cute as cute
a, (b, c) = 4, (8, 16)
#^ a = 4
b, c = c, b
layout = cute.make_layout((a, b, c))
#^ = (4,16,8):(1,4,64)
[d, e] = (2, 3)
#^ d = 2
#^ e = 3
other = cute.make_layout((d, e))
#^ = (2,3):(1,2)
