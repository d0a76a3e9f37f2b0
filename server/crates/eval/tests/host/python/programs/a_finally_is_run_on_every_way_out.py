# What `finally` does is done where the block returns, breaks or raises, and with what holds there.
import cutlass.cute as cute

written = 1


def write(by):
    global written
    written += by


def returns():
    try:
        return 3
    finally:
        write(10)


returns()
a = cute.make_layout((written, 2))
#^ = (11,2):(1,11)


def returns_or_goes_on(early):
    try:
        if early:
            return 3
        write(1)
    finally:
        write(10)
    return 4


b = cute.make_layout((returns_or_goes_on(True), written))
#^ = (3,21):(1,3)
c = cute.make_layout((returns_or_goes_on(False), written))
#^ = (4,32):(1,4)


def nested():
    try:
        try:
            return 5
        finally:
            write(100)
    finally:
        write(1000)


nested()
d = cute.make_layout((written, 2))
#^ = (1132,2):(1,1132)


def leaves_a_loop():
    while True:
        try:
            break
        finally:
            write(10000)


leaves_a_loop()
d2 = cute.make_layout((written, 2))
#^ = (11132,2):(1,11132)


class Counter:
    n = 0

    def count(self):
        self.n += 1
        try:
            return self.n
        finally:
            self.n += 5


counter = Counter()
e = cute.make_layout((counter.count(), counter.n))
#^ = (1,6):(0,1)


def what_holds_there(early):
    size = 3
    try:
        if early:
            size = 4
            return size
        size = 5
    finally:
        f = cute.make_layout((size, 2))
        #^ = (4,2):(1,4) [early = true]
        #^ = (5,2):(1,5) [early = false]
    return size


what_holds_there(True)
what_holds_there(False)


# What is raised is handled before.
def handles():
    size = 3
    try:
        size = 4
        raise ValueError
    except ValueError:
        size = 5
    finally:
        g = cute.make_layout((size, 2))
        #^ = (5,2):(1,5)


handles()


def raises(given):
    try:
        if given:
            write(7)
            raise ValueError
    except ValueError:
        pass
    h = cute.make_layout((written, 2))
    #^ unknown


import random

raises(random.random() < 2)
