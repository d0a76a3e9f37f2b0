"""Draws with tensor-layouts and prints seconds by picture, the fastest of some calls each."""

import json
import sys
import time

sys.path.insert(0, sys.argv[1])

from tensor_layouts import Layout  # noqa: E402
from tensor_layouts.viz import draw_layout, draw_tv_layout  # noqa: E402

FOLDER = sys.argv[2]


def fastest(draw, calls):
    seconds = []
    for _ in range(calls):
        start = time.perf_counter()
        draw()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


small = Layout((32, 32), (32, 1))
threads = Layout(((16, 16), (4, 2, 4, 2)), ((4, 512), (1, 64, 128, 8192)))
print(
    json.dumps(
        {
            "svg-32x32": fastest(lambda: draw_layout(small, f"{FOLDER}/small.svg"), 2),
            "svg-128x128": fastest(
                lambda: draw_tv_layout(threads, f"{FOLDER}/threads.svg", grid_shape=(128, 128)), 1
            ),
        }
    )
)
