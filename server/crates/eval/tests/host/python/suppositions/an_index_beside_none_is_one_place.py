# What is left of a layout where a mode is fixed does not depend on the place at which it is.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(work):
    tiles = cute.make_rmem_tensor(cute.make_layout((64, 32, 4, 2), stride=(1, 64, 2048, 8192)), cutlass.Float32)
    tile = work.next_tile()
    first = tiles[None, None, tile, 1]
    #^ = (64,32):(1,64) if tile a coordinate without None
    second = cute.slice_(tiles, (None, 0, work.index, None))
    #^ = (64,2):(1,8192) if tile a coordinate without None, work.index a coordinate without None
    third = tiles[(None, (None, work.index), 0, 0)]
    #^ unknown
    matrix = cute.make_rmem_tensor(cute.make_layout((64, 32)), cutlass.Float32)
    part = cute.local_tile(matrix, (16, 8), (work.next_tile(), None))
    #^ = (16,8,4):(1,64,512) if tile a coordinate without None, work.index a coordinate without None, an index a coordinate without None
    whole = tiles[tile]
    #^ unknown
    rest = tiles[work.next_tile()]
    #^ unknown
    some = tiles[(*work.next_tile(), None)]
    #^ unknown
