import cutlass
import cutlass.cute as cute


@cute.jit
def f():
    pointer = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem)
    whole = cute.make_tensor(pointer, cute.make_layout((64, 32), stride=(32, 1)))
    tile = cute.local_tile(input=whole, tiler=(16, 8), coord=(0, None))
    #^ = (16,8,4):(32,1,8)
    projected = cute.local_tile(input=whole, tiler=(16, 4, 8), coord=(0, 1, None), proj=(1, None, 1))
    #^ = (16,8,4):(32,1,8)


f()
