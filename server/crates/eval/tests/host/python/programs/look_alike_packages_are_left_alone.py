import flydsl as cute
layout = cute.make_layout((4, 8))
#^ nothing
