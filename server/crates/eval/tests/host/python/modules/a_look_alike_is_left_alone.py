import flydsl as cute

a = cute.make_layout((4, 8))
#^ nothing
