import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    source = cute.make_rmem_tensor(cute.make_layout(((2, 2), 4, 3), stride=((1, 40), 80, 2)), cutlass.Float16)
    like = cute.make_rmem_tensor_like(source)
    #^ = ((2,2),4,3):((1,6),12,2)
    fragment = cute.make_fragment_like(source, cutlass.Float32)
    #^ = ((2,2),4,3):((1,6),12,2)
    predicate = cute.make_rmem_tensor_like(cute.make_identity_tensor((4, 8)), cutlass.Boolean)
    #^ = (4,8):(1,4)
