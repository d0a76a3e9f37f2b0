import cutlass.cute as cute

@cute.jit
def f():
    tidx, _, _ = cute.arch.thread_idx()
    #^ tidx = thread_idx.x
    a = cute.make_layout((tidx + 5, 8))
    #^ = (thread_idx.x+5,8):(1,thread_idx.x+5)
    b = cute.zipped_divide(cute.make_layout((tidx, 8), stride=(8, 1)), (4, 4))
    #^ = ((4,4),(ceil_div(thread_idx.x,4),2)):((8,1),(32,4))
