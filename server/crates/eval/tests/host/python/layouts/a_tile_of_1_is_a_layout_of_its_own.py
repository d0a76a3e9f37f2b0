# In the DSL a tile of 1 in a tuple is `1:0`, whatever mode it is of; CuTe C++ keeps the mode's stride. A product by a tuple
# goes mode by mode, the other products take layouts alone. Values printed by nvidia-cutlass-dsl 4.8.1.
import cutlass
import cutlass.cute as cute


@cute.jit
def main():
    rows = cute.make_layout((8, 16), stride=(16, 1))
    a = cute.composition(rows, (1, 4))
    #^ = (1,4):(0,1)
    b = cute.composition(rows, (4, 1))
    #^ = (4,1):(16,0)
    c = cute.composition(rows, (1, None))
    #^ = (1,16):(0,1)
    d = cute.composition(rows, (cute.make_layout(1, stride=1), 4))
    #^ = (1,4):(16,1)
    e = cute.composition(cute.make_identity_tensor((8, 16)), (4, 1))
    #^ = (4,1):(1@0,0)
    f = cute.zipped_divide(rows, (1, 4))
    #^ = ((1,4),(8,4)):((0,1),(16,4))
    block = cute.make_layout((2, 5), stride=(5, 1))
    g = cute.logical_product(block, (3, 4))
    #^ = ((2,3),(5,4)):((5,1),(1,5))
    h = cute.logical_product(block, (3, None))
    #^ = ((2,3),5):((5,1),1)
    i = cute.logical_product(block, (1, 4))
    #^ = ((2,1),(5,4)):((5,0),(1,5))
    j = cute.logical_product(block, 6)
    #^ = ((2,5),6):((5,1),10)
    k = cute.group_modes(cute.make_layout(6), 0, 1)
    #^ = (6):(1)
    l = cute.nullspace(cute.make_layout((1, 3)))
    #^ unknown: the DSL counts modes `1:0`
    bits = (cutlass.Boolean.width, cute.size_in_bytes(cutlass.Boolean, cute.make_layout(16)))
    #^ = (1,2)
    tile, values = cute.make_layout_tv(cute.make_layout((4, 8)), cute.make_layout((2, 4), stride=(1, 1)))
    #^ values unknown: several values of a thread are in one place


main()
