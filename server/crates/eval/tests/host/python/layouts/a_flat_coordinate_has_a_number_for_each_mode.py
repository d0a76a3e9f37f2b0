import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(n: cutlass.Int32):
    x, y, _ = cute.arch.cluster_dim()
    of_clusters = cute.make_layout(((8, x // 8), y), stride=((1, y * 8), 8))
    row, column = of_clusters.get_flat_coord(n)
    t = cute.make_identity_tensor((256, 128))
    part = cute.local_tile(t, (64, 32), (row, column))
    #^ = (64,32):(1@0,1@1)
    (inner, outer), of_hier = of_clusters.get_hier_coord(n)
    same = cute.local_tile(t, (64, 32), (inner, of_hier))
    #^ = (64,32):(1@0,1@1)


@cute.jit
def f(n: cutlass.Int32):
    kernel(n).launch(grid=(1, 1, 1), block=(32, 1, 1))
