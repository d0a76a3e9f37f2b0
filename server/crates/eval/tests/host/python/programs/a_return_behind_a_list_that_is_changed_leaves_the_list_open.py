# What a `try` whose end returns has done before is not followed.
import cutlass.cute as cute


def changed(sizes):
    try:
        sizes[:] = [8]
    finally:
        return 1


kept = [2, 4]
same = kept
changed(kept)
size = cute.make_layout((same[0], 2))
#^ unknown
