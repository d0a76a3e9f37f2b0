import cutlass
import cutlass.cute as cute
NAMES = {"a", "b"}
KINDS = (cutlass.Float16, cutlass.BFloat16)
def f(x):
    if "b" in NAMES and "c" not in NAMES:
        a = cute.make_layout(4)
        #^ = 4:1
    if cutlass.Float16 in KINDS:
        b = cute.make_layout(5)
        #^ = 5:1
    c = 8 if 3 in range(2, 6) else 9
    #^ = 8
    d = 8 if x in NAMES else 9
    #^ = ?
    e = len({4, 4, 5})
    #^ = 2
    g = 7 if "ell" in "hello" else 6
    #^ = 7
