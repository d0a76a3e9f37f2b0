//! What Python evaluates once and when: bodies of classes, defaults, cached properties, what a loop goes over, the next class
//! of `super()`, names that are private to a class. What is expected was printed by Python.

use crate::hidden_writes::check;

#[test]
fn the_body_of_a_class_is_run_when_the_class_is_made() {
    check(&[
        ("cfg={'bm':4}\nclass T:\n    bm=cfg['bm']\ncfg['bm']=8\n", "d=T.bm", 4),
        ("n=3\nclass A:\n    y=n\nn=4\n", "d=A.y", 3),
        ("class A:\n    x=3\nclass B:\n    y=A.x*2\nA.x=10\n", "d=B.y", 6),
        ("class T:\n    BM=64\n    BN=32\n    NUM=BM//BN\n    BM=128\n", "d=T.NUM", 2),
        ("def f(n):\n    class T:\n        M=n\n    n+=3\n    return T.M\n", "d=f(1)", 1),
        ("from enum import IntEnum\nn=3\nclass A(IntEnum):\n    a=n\n    b=a+1\nn=10\n", "d=A.b+0", 4),
        (
            "c=0\ndef nxt():\n    global c\n    c+=1\n    return c\nclass A:\n    a=nxt()\n    b=nxt()\n",
            "d=A.b*10+A.a",
            21,
        ),
        (
            "class A:\n    def f(self):\n        return 3\n    f2=f\n    def f(self):\n        return 4\n",
            "d=A().f2()",
            3,
        ),
        ("n=5\nclass A:\n    n=2\n    def f(self):\n        return n\n", "d=A().f()", 5),
        ("n=2\nclass A:\n    n=4\n    l=[n for _ in range(2)]\n", "d=A.l[0]", 2),
        ("n=3\nclass A:\n    n=4\n    class B:\n        m=n\n", "d=A.B.m", 3),
        ("class X:\n    n=1\nclass Y(X):\n    pass\nclass X:\n    n=5\n", "d=Y.n", 1),
        ("class C:\n    bm=64\n    tile=(bm,2)\nC.bm=32\n", "d=C.tile[0]", 64),
        ("class A:\n    x=4\n    x*=2\n    y=x\n", "d=A.y", 8),
        ("class T:\n    s=[1,2]\n    s.append(3)\n    n=len(s)\n", "d=T.n", 3),
        ("n=[1]\nclass A:\n    n.append(3)\n", "d=len(n)", 2),
    ]);
}

#[test]
fn a_default_is_evaluated_where_the_function_is_defined() {
    check(&[
        ("class C:\n    bm=64\ndef f(bm=C.bm):\n    return bm\nC.bm=128\n", "d=f()", 64),
        ("c={'n':3}\ndef f(a=c['n']):\n    return a\nc['n']=10\n", "d=f()", 3),
        ("n=16\na=lambda x,n=n:x*n\nn=32\n", "d=a(2)", 32),
        ("tbl={}\nfor n in (16,32):\n    tbl[n]=lambda x,n=n:x*n\n", "d=tbl[16](2)", 32),
        ("scale=2\ndef f(x,act=lambda v:v*scale,scale=1):\n    return act(x)*scale\n", "d=f(3)", 6),
        ("n=3\ndef f(g=lambda:n):\n    n=8\n    return g()\n", "d=f()", 3),
        ("L=[4,5]\nclass K:\n    def f(self,s=L[1]):\n        return s\nL[1]=9\n", "d=K().f()", 5),
    ]);
}

#[test]
fn a_namespace_is_written_to() {
    check(&[
        ("from types import SimpleNamespace\n", "n=SimpleNamespace(a=1,b=2)\nn.a=5\nd=n.a", 5),
        (
            "from types import SimpleNamespace\ndef f(c):\n    c.a=7\n",
            "n=SimpleNamespace(a=1)\nf(n)\nd=n.a",
            7,
        ),
        ("from types import SimpleNamespace\n", "n=SimpleNamespace(a=1,b=2)\nm=n\nm.b=9\nd=n.b", 9),
        ("from types import SimpleNamespace\n", "n=SimpleNamespace(a=1)\nsetattr(n,'a',4)\nd=n.a", 4),
    ]);
}

#[test]
fn the_next_class_of_super_is_that_of_the_object() {
    check(&[
        (
            "class A:\n    def __init__(self):\n        self.n=1\nclass B(A):\n    def __init__(self):\n        super().__init__()\n        self.n*=2\nclass C(A):\n    def __init__(self):\n        super().__init__()\n        self.n+=10\nclass D(B,C):\n    pass\n",
            "d=D().n",
            22,
        ),
        (
            "class A:\n    def n(self):\n        return 1\nclass L(A):\n    def n(self):\n        return super().n()+10\nclass R(A):\n    def n(self):\n        return super().n()*5\nclass C(L,R):\n    pass\n",
            "d=C().n()",
            15,
        ),
        (
            "class A:\n    t=1\nclass B(A):\n    def f(self):\n        return super().t\nclass B2(A):\n    t=5\nclass C(B,B2):\n    pass\n",
            "d=C().f()",
            5,
        ),
    ]);
}

#[test]
fn a_cached_property_is_computed_once() {
    check(&[(
        "from functools import cached_property\nclass A:\n    def __init__(self,n):\n        self.n=n\n    @cached_property\n    def v(self):\n        return self.n*2\n",
        "a=A(3)\ne=a.v\na.n=5\nd=a.v",
        6,
    )]);
}

#[test]
fn a_loop_sees_what_it_changes_in_what_it_goes_over() {
    check(&[
        (
            "",
            "l=[5,6,7]\nfor i,v in enumerate(l):\n    l[i]=v*2\n    if i+1<len(l):\n        l[i+1]+=1\nd=l[1]",
            14,
        ),
        ("", "l=[1,2,3]\nd=0\nfor v in l:\n    d+=v\n    l[2]=10", 13),
        ("", "l=[1,2]\nfor a in l:\n    if len(l)<5:\n        l+=[a+2]\nd=len(l)", 5),
        ("", "e={'a':1,'b':2}\nfor k,v in e.items():\n    e['b']=7\n    d=v", 7),
        ("", "l=[1,2,3]\nfor a,b in zip(l,l[1:]):\n    l[1]=20\n    d=a", 20),
        ("import math\n", "d=math.prod([2,3],start=5)", 30),
    ]);
}

#[test]
fn what_stands_behind_finally_is_done_on_the_way_out() {
    check(&[
        (
            "g=[0]\ndef f():\n    try:\n        return 4\n    finally:\n        g.append(1)\n",
            "f()\nd=len(g)",
            2,
        ),
        (
            "e={'a':1}\ndef f():\n    try:\n        return 4\n    finally:\n        e['a']=9\n",
            "f()\nd=e['a']",
            9,
        ),
    ]);
}

#[test]
fn private_names_are_those_of_their_class() {
    check(&[
        (
            "class A:\n    def __init__(self):\n        self.__n=1\n    def n(self):\n        return self.__n\nclass B(A):\n    def __init__(self):\n        super().__init__()\n        self.__n=5\n",
            "d=B().n()",
            1,
        ),
        (
            "class A:\n    def f(self):\n        return self.__g()\n    def __g(self):\n        return 1\nclass B(A):\n    def __g(self):\n        return 2\n",
            "d=B().f()",
            1,
        ),
    ]);
}

#[test]
fn decorators_that_are_methods_do_what_they_do() {
    check(&[(
        "class R:\n    ops=[]\n    @classmethod\n    def reg(cls,f):\n        cls.ops.append(f)\n        return f\n@R.reg\ndef f():\n    return 3\n",
        "d=len(R.ops)+1",
        2,
    )]);
}
