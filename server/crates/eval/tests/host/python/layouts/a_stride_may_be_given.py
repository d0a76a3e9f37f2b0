import cutlass.cute as cute

a = cute.make_layout((4, 8), stride=(8, 1))
#^ = (4,8):(8,1)
