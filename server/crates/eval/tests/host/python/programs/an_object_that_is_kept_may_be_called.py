# What a dictionary has under a name that is not known may be any object that the program makes.
import functools
import cutlass
import cutlass.cute as cute


class Kept:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.n, 8))
        #^ = (4,8):(1,4) [self = an object of `Kept`]
        #^ = (6,8):(1,6) [self.n = 6]


made = {}


def kept(n):
    if n not in made:
        made[n] = Kept(n)
    return made[n]


Kept(4)()
kept(6)()


class Cached:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.n, 8))
        #^ = (4,8):(1,4) [self = an object of `Cached`]
        #^ unknown: `n` of `Cached` is not known [self = an object of `Cached`]


@functools.lru_cache
def cached(n):
    return Cached(n)


Cached(4)()
cached(6)()


class Compiled:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.n, 8))
        #^ = (4,8):(1,4)


compiled = {}


def run(n):
    if n not in compiled:
        compiled[n] = cute.compile(Compiled(n))
    compiled[n]()


run(4)
