import pycute

a = pycute.Layout((4, 8), (8, 1))
#^ = (4,8):(8,1)
b = pycute.Layout((1, 8))
#^ = (1,8):(1,1)
c = pycute.size(a)
#^ = 32
