import cutlass.cute as cute
import cutlass.pipeline as pipeline

def f(ptr: cute.Pointer):
    tile = cute.make_tensor(ptr, cute.make_layout((8, 4, 3)))
    producer, consumer = pipeline.PipelineTmaAsync.create(num_stages=3).make_participants()
    handle = consumer.wait_and_advance()
    stage = tile[None, None, handle.index]
    #^ = (8,4):(1,8)
    sizes = (8, 4) if handle.index == handle.index else (8, 2)
    either = cute.make_layout(sizes)
    #^ = (8,?):(1,8)
