"""Times the operations of the bench in one Python implementation of the layout algebra.

Usage: measure.py pycute|tensor-layouts|"CuTe DSL" FOLDER, with the packages in FOLDER. Prints a JSON object:
nanoseconds of one call by operation.
"""

import gc
import json
import site
import sys
import time

SAMPLES = 300
SECONDS = 0.001


def fastest_ns(call):
    """The fastest sample, each of as many calls as take a while; a call that takes longer has few samples."""
    calls, took = 1, 0.0
    while took < SECONDS and calls < 1 << 20:
        calls *= 2
        took = timed(call, calls)
    samples = min(SAMPLES, max(10, int(1 / took)))
    return min(timed(call, calls) for _ in range(samples)) / calls * 1e9


def timed(call, calls):
    gc.disable()
    start = time.perf_counter()
    for _ in range(calls):
        call()
    took = time.perf_counter() - start
    gc.enable()
    return took


def measured(operations):
    return {name: fastest_ns(call) for name, call in operations.items()}


def pycute():
    import pycute as p

    nested, narrow, vector = p.Layout((128, (8, 16))), p.Layout((16, 4)), p.Layout(64, 2)
    tile, tiler = p.Layout((128, 128)), (p.Layout((16, 4), (4, 1)), p.Layout((16, 4), (4, 1)))
    return measured({
        "coalesce": lambda: p.coalesce(nested),
        "composition": lambda: p.composition(nested, narrow),
        "complement": lambda: p.complement(vector, 16384),
        "logical_divide": lambda: p.logical_divide(tile, vector),
        "right_inverse": lambda: p.right_inverse(tile),
        "zipped_divide": lambda: p.zipped_divide(tile, tiler),
        "offset_table": lambda: [tile(index) for index in range(16384)],
    })


def tensor_layouts():
    import tensor_layouts as t

    nested, narrow, vector = t.Layout((128, (8, 16))), t.Layout((16, 4)), t.Layout(64, 2)
    tile, tiler = t.Layout((128, 128)), (t.Layout((16, 4), (4, 1)), t.Layout((16, 4), (4, 1)))
    return measured({
        "coalesce": lambda: t.coalesce(nested),
        "composition": lambda: t.compose(nested, narrow),
        "complement": lambda: t.complement(vector, 16384),
        "logical_divide": lambda: t.logical_divide(tile, vector),
        "right_inverse": lambda: t.right_inverse(tile),
        "zipped_divide": lambda: t.zipped_divide(tile, tiler),
        "offset_table": lambda: [tile(index) for index in range(16384)],
    })


def cute_dsl():
    """At trace time, where the layouts of the DSL are static; without the table, which is a kernel's business there."""
    import cutlass.cute as cute

    found = {}

    def trace():
        nested, narrow = cute.make_layout((128, (8, 16))), cute.make_layout((16, 4))
        vector, tile = cute.make_layout(64, stride=2), cute.make_layout((128, 128))
        block = cute.make_layout((16, 4), stride=(4, 1))
        found.update(measured({
            "coalesce": lambda: cute.coalesce(nested),
            "composition": lambda: cute.composition(nested, narrow),
            "complement": lambda: cute.complement(vector, 16384),
            "logical_divide": lambda: cute.logical_divide(tile, vector),
            "right_inverse": lambda: cute.right_inverse(tile),
            "zipped_divide": lambda: cute.zipped_divide(tile, (block, block)),
        }))

    @cute.jit
    def traced():
        trace()

    traced()
    return found


if __name__ == "__main__":
    site.addsitedir(sys.argv[2])
    measure = {"pycute": pycute, "tensor-layouts": tensor_layouts, "CuTe DSL": cute_dsl}[sys.argv[1]]
    print(json.dumps(measure()))
