# `type("Wide", (Tile,), {..})` makes a class whose objects have methods of `Tile` and other attributes, which is not
# followed.
import cutlass.cute as cute


class Tile:
    shape = (4, 4)

    def run(self):
        a = cute.make_layout(self.shape)
        #^ unknown: a call makes other classes of it


@cute.jit
def main():
    Tile().run()
    type("Wide", (Tile,), {"shape": (8, 2)})().run()


main()
