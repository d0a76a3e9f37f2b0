import cutlass.cute as cute
sizes = [2, 4]
async def grow():
    sizes[0] = 16
    return 8
before = cute.make_layout(tuple(sizes))
#^ unknown: code that Python calls without a call in the text may assign `sizes`
waiting = grow()
behind = cute.make_layout(tuple(sizes))
#^ unknown
async def main():
    n = await grow()
    of_call = cute.make_layout(n)
    #^ unknown
