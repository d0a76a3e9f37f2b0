import cutlass
import cutlass.cute as cute
TILES = {"small": (64, 32), "large": (256, 128), 7: (8, 8)}
BY_TYPE = {cutlass.Float16: 8, cutlass.Float32: 4}
a = cute.make_layout(TILES["large"])
#^ = (256,128):(1,256)
b = cute.make_layout(TILES.get("tiny", (2, 3)))
#^ = (2,3):(1,2)
c = cute.make_layout(TILES[7])
#^ = (8,8):(1,8)
d = BY_TYPE[cutlass.Float32]
#^ = 4
e = BY_TYPE.get(cutlass.Int8)
#^ unknown
merged = {**TILES, "small": (1, 2), **{"more": 5}}
f = merged["small"]
#^ = (1,2)
g = len(merged)
#^ = 4
squares = {n: n * n for n in (2, 3, 5) if n > 2}
h = squares[5] if 2 not in squares else 0
#^ = 25
i = cute.make_layout(tuple(squares.values()))
#^ = (9,25):(1,9)
j = dict(x=3, y=4)["y"]
#^ = 4
k = TILES["absent"]
#^ unknown
pairs = [(key, value) for key, value in squares.items()]
#^ = ((3,9),(5,25))
