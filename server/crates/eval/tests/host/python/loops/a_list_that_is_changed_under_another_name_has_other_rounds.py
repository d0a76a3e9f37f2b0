# A loop asks its list for the next element in each round, so what changes the list under whatever name adds or takes rounds.
import cutlass.cute as cute
from types import SimpleNamespace


def under_another_name():
    sizes = [1, 2]
    same = sizes
    total = 0
    for size in sizes:
        if size < 3:
            same.append(size + 2)
        total = total + size
    a = cute.make_layout(total)
    #^ unknown


def in_a_field():
    held = SimpleNamespace(sizes=[1, 2])
    total = 0
    for size in held.sizes:
        if size < 3:
            held.sizes.append(size + 2)
        total = total + size
    a = cute.make_layout(total)
    #^ unknown


def behind_functions_that_ask_for_one_after_the_other():
    sizes = [1, 2]
    same = sizes
    total = 0
    for at, size in enumerate(sizes):
        if at < 2:
            same.append(size + 2)
        total = total + size
    a = cute.make_layout(total)
    #^ unknown


kept = [1, 2]


def add(size):
    if size < 3:
        kept.append(size + 2)
    return size


def where_a_function_changes_it():
    added = [add(size) for size in kept]
    a = len(added)
    #^ unknown


def of_copies():
    sizes = [1, 2]
    same = sizes
    total = 0
    for size in list(sizes):
        same.append(size)
        total = total + size
    a = cute.make_layout(total)
    #^ = 3:1
    for size in sizes[:]:
        same.append(size)
    b = cute.make_layout(total)
    #^ = 3:1


def of_another_list():
    sizes = [1, 2]
    others = [3]
    total = 0
    for size in sizes:
        others.append(size)
        total = total + size
    a = cute.make_layout(total)
    #^ = 3:1


under_another_name()
in_a_field()
behind_functions_that_ask_for_one_after_the_other()
where_a_function_changes_it()
of_copies()
of_another_list()
