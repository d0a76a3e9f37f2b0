# `__setattr__` of a class may set what it likes; that it sets the attribute that is assigned is supposed.
import cutlass
import cutlass.cute as cute


class Epilogue:
    def __init__(self, rows):
        self.rows = rows
        self._frozen_ = True

    def __setattr__(self, name, value):
        if getattr(self, "_frozen_", False):
            raise AttributeError(name)
        object.__setattr__(self, name, value)


def tile(mA: cute.Tensor):
    epilogue = Epilogue(64)
    layout = cute.make_layout((epilogue.rows, 8))
    #^ unknown: that Python calls may assign
    #^ = (64,8):(1,64) if mA of rank 2 and Float16, code that is not followed assigns nothing
