import cutlass.cute as cute
from elsewhere import given
class Node:
    def __init__(self):
        self.own = self
        self.other = [self]
        self.value = 4
a = Node()
b = Node()
a.other.append(b)
b.other.append(a)
given(a)
x = cute.make_layout(a.value)
#^ unknown
