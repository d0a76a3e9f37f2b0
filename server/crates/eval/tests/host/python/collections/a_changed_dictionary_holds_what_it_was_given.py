import cutlass
import cutlass.cute as cute
def f(flag, key):
    sizes = {}
    sizes["m"] = 16
    sizes.update({"n": 8, "m": 32})
    a = cute.make_layout((sizes["m"], sizes["n"]))
    #^ = (32,8):(1,32)
    same = sizes
    same["n"] = 4
    b = sizes["n"]
    #^ unknown
    c = same["n"]
    #^ = 4
    k = sizes.pop("none", 3)
    #^ unknown
    if flag:
        same["m"] = 64
    d = same["m"]
    #^ unknown
    other = {"x": 1}
    other[key] = 2
    e = other["x"]
    #^ unknown
    nested = {"x": [1, 2]}
    nested["x"].append(3)
    g = nested["x"]
    #^ unknown
    inner = [4]
    outer = {"i": inner}
    inner.append(5)
    h = outer["i"]
    #^ unknown
    i = len(inner)
    #^ = 2
