import cutlass
import cutlass.cute as cute
def f(x, n=3):
    sizes = {"tile_3": 12, "k\n": 5}
    a = sizes[f"tile_{n}"]
    #^ = 12 if n = 3
    b = sizes["k\n"]
    #^ = 5
    c = sizes[f"tile_{x}"]
    #^ unknown
    d = sizes["_".join(["tile", str(n)])]
    #^ = 12 if n = 3
    e = 4 if "sm_100a".startswith("sm_10") else 5
    #^ = 4
    g = sizes[f"tile_{n:02d}"]
    #^ unknown
    h = sizes["TILE_3".lower()]
    #^ = 12
