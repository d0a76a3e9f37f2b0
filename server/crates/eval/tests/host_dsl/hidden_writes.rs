//! What Python code writes without saying so where it happens. Each program says what it leaves in `d` when Python runs
//! it; anything else is never shown as certain.

use layoutlens_eval::Value;

use crate::fixture::variables;

/// A program: what stands outside of functions, the body of a function, and what `d` is behind it.
pub(crate) type Case = (&'static str, &'static str, i64);

/// Looks at `d`, which is 4 before the body: it may be unknown, and is nothing but the given number.
#[track_caller]
pub(crate) fn check(cases: &[Case]) {
    for (outside, body, truth) in cases {
        let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
        let code = format!(
            "import cutlass\nimport cutlass.cute as cute\n{outside}\n@cute.jit\ndef host():\n    d = 4\n{body}    \
             l = cute.make_layout((2, 2), stride=(d, 1))\n"
        );
        let variables = variables(&[("main.py", &code)]);
        let found = variables.iter().rev().find(|variable| variable.name == "l");
        let Some(found) = found else { panic!("nothing is said of this:\n{code}") };
        for answer in &found.answers {
            let shown = answer.evaluated.value.to_string();
            let is_open = matches!(answer.evaluated.value, Value::Unknown(_))
                || shown.contains(|letter: char| letter.is_ascii_alphabetic() || letter == '?');
            assert!(
                is_open || shown == format!("(2,2):({truth},1)"),
                "{shown}, where `d` is {truth}:\n{code}"
            );
        }
    }
}

#[test]
fn decorators_replace_functions_and_classes_and_write() {
    check(&[
        ("def dec(f):\n    return lambda *a: 5\n@dec\ndef f():\n    return 4\n", "d=f()", 5),
        (
            "class Dec:\n    def __init__(self,f):\n        self.f=f\n    def __call__(self):\n        return self.f()+1\n@Dec\ndef f():\n    return 4\n",
            "d=f()",
            5,
        ),
        ("def dec(c):\n    class N(c):\n        v=5\n    return N\n@dec\nclass A:\n    v=4\n", "d=A().v", 5),
        ("class A:\n    @staticmethod\n    def f():\n        return 5\n    f=f\n", "d=A.f()", 5),
        (
            "import functools\ndef dec(f):\n    @functools.wraps(f)\n    def g(*a):\n        return f(*a)+1\n    return g\nclass A:\n    @dec\n    def f(self):\n        return 4\n",
            "d=A().f()",
            5,
        ),
        ("def dec(f):\n    f.v=5\n    return f\n@dec\ndef f():\n    pass\nf.w=4\n", "d=f.v", 5),
        ("reg=[4]\ndef dec(f):\n    reg[0]=5\n    return f\n@dec\ndef f():\n    pass\n", "d=reg[0]", 5),
        ("class G:\n    v=4\ndef dec(c):\n    G.v=5\n    return c\n@dec\nclass A:\n    pass\n", "d=G.v", 5),
        ("", "v=[4]\ndef dec(f):\n    v[0]=5\n    return f\n@dec\ndef f():\n    pass\nd=v[0]", 5),
        ("", "v=4\ndef dec(f):\n    nonlocal v\n    v=5\n    return f\n@dec\ndef f():\n    pass\nd=v", 5),
    ]);
}

#[test]
fn functions_that_are_handed_over_write_when_they_are_called() {
    check(&[
        ("import functools\na=[4]\ndef f(x):\n    a[0]=x\n", "functools.partial(f,5)()\nd=a[0]", 5),
        (
            "import functools\nclass G:\n    v=4\ndef f(x):\n    G.v=x\n",
            "p=functools.partial(f,5)\np()\nd=G.v",
            5,
        ),
        (
            "import functools\nclass G:\n    v=4\ndef f(x,y):\n    G.v=5\n    return x\n",
            "functools.reduce(f,[1,2])\nd=G.v",
            5,
        ),
        ("class G:\n    v=4\ndef f(x):\n    G.v=5\n    return x\n", "sorted([1,2],key=f)\nd=G.v", 5),
        ("class G:\n    v=4\ndef f(x):\n    G.v=5\n    return x\n", "[1,2].sort(key=f)\nd=G.v", 5),
        ("class G:\n    v=4\ndef f(x):\n    G.v=5\n    return x\n", "max([1,2],key=f)\nd=G.v", 5),
        ("class G:\n    v=4\ndef f(x):\n    G.v=5\n    return x\n", "list(filter(f,[1,2]))\nd=G.v", 5),
        ("class G:\n    v=4\ndef f(x):\n    G.v=5\n    return x\n", "list(map(f,[1,2]))\nd=G.v", 5),
        ("class G:\n    v=5\ndef f(x):\n    G.v=4\n    return x\n", "map(f,[1,2])\nd=G.v", 5),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return True\n", "any([0,f()])\nd=G.v", 5),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return True\n", "any(f() for _ in (1,))\nd=G.v", 5),
        ("class G:\n    v=5\ndef f():\n    G.v=4\n    return True\n", "x=(f() for _ in (1,))\nd=G.v", 5),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return True\n", "[f() for _ in (1,)]\nd=G.v", 5),
        (
            "class G:\n    v=4\ndef f():\n    G.v=G.v+1\n    return True\n",
            "[1 for _ in (1,) if f()]\nd=G.v",
            5,
        ),
        (
            "class G:\n    v=4\ndef f():\n    G.v=G.v+1\n    return (1,)\n",
            "[1 for _ in (1,) for _ in f()]\nd=G.v",
            5,
        ),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return True\n", "x={1:f() for _ in (1,)}\nd=G.v", 5),
        ("class G:\n    v=4\nf=lambda: setattr(G,'v',5)\n", "f()\nd=G.v", 5),
        ("class G:\n    v=4\n", "(lambda: setattr(G,'v',5))()\nd=G.v", 5),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return 1\ndef g(x=f()):\n    pass\n", "d=G.v", 5),
        ("class G:\n    v=4\ndef f():\n    G.v=5\n    return 1\n", "def g(x=f()):\n    pass\nd=G.v", 5),
        (
            "import threading\nclass G:\n    v=4\ndef f():\n    G.v=5\n",
            "t=threading.Thread(target=f)\nt.start()\nt.join()\nd=G.v",
            5,
        ),
        (
            "import threading\n",
            "def f():\n    nonlocal d\n    d=5\nt=threading.Thread(target=f)\nt.start()\nt.join()",
            5,
        ),
        (
            "from concurrent.futures import ThreadPoolExecutor\nclass G:\n    v=4\ndef f():\n    G.v=5\n",
            "with ThreadPoolExecutor() as e:\n    e.submit(f)\nd=G.v",
            5,
        ),
        (
            "import threading\nv=[4]\ndef f():\n    v[0]=5\nt=threading.Thread(target=f)\nt.start()\nt.join()\n",
            "d=v[0]",
            5,
        ),
    ]);
}

#[test]
fn variables_are_written_by_their_names() {
    check(&[
        ("d0=4\n", "globals()['d0']=5\nd=d0", 5),
        ("d0=4\ndef f():\n    g=globals()\n    g['d0']=5\n", "f()\nd=d0", 5),
        ("d0=4\ng=globals\ndef f():\n    g()['d0']=5\n", "f()\nd=d0", 5),
        ("d0=4\ndef f():\n    import sys\n    sys.modules[__name__].d0=5\n", "f()\nd=d0", 5),
        ("import sys\nd0=4\nme=sys.modules[__name__]\ndef f():\n    me.d0=5\n", "f()\nd=d0", 5),
        ("d0=4\ndef f():\n    f.__globals__['d0']=5\n", "f()\nd=d0", 5),
        ("d0=4\nimport __main__\ndef f():\n    __import__(__name__).d0=5\n", "f()\nd=d0", 5),
        ("import importlib\nd0=4\ndef f():\n    importlib.import_module(__name__).d0=5\n", "f()\nd=d0", 5),
        ("d0=4\ndef f():\n    e=exec\n    e('global d0; d0=5')\n", "f()\nd=d0", 5),
        ("import builtins\nd0=4\ndef f():\n    builtins.exec('d0=5',globals())\n", "f()\nd=d0", 5),
        ("class G:\n    v=4\n", "exec('G.v=5')\nd=G.v", 5),
        ("class G:\n    v=4\n", "eval('setattr(G,\"v\",5)')\nd=G.v", 5),
        ("", "a=[4]\nexec('a[0]=5')\nd=a[0]", 5),
        ("class G:\n    def __init__(self):\n        self.v=4\n", "g=G()\nexec('g.v=5')\nd=g.v", 5),
        ("class G:\n    def f(self):\n        return 4\n", "exec('G.f=lambda s:5')\nd=G().f()", 5),
        ("class A:\n    def __init__(self):\n        self.v=4\n", "a=A()\nvars(a).update(v=5)\nd=a.v", 5),
        ("class A:\n    def __init__(self):\n        self.v=4\n", "a=A()\nq=vars(a)\nq['v']=5\nd=a.v", 5),
        (
            "class A:\n    def __init__(self):\n        self.v=4\n    def f(self):\n        self.__dict__['v']=5\n",
            "a=A()\na.f()\nd=a.v",
            5,
        ),
        (
            "class A:\n    def __init__(self,**k):\n        self.v=4\n        self.__dict__.update(k)\n",
            "a=A(v=5)\nd=a.v",
            5,
        ),
        (
            "class A:\n    def __init__(self,**k):\n        self.v=4\n        for n,x in k.items():\n            setattr(self,n,x)\n",
            "a=A(v=5)\nd=a.v",
            5,
        ),
    ]);
}

#[test]
fn a_walrus_binds_where_it_stands() {
    check(&[
        ("", "d=4\nx=[(d:=5)]", 5),
        ("", "d=4\nx=(d:=5)+1", 5),
        ("def f(x):\n    return x\n", "d=4\nf(d:=5)", 5),
        ("", "d=4\nx=1 if (d:=5) else 2", 5),
        ("", "d=4\nx={(d:=5):1}", 5),
        ("", "d=4\nassert (d:=5)", 5),
        ("", "d=4\nwhile (d:=5)<5:\n    pass", 5),
        ("", "d=4\nx=any((d:=y)==5 for y in (3,5))", 5),
    ]);
}

#[test]
fn lists_dictionaries_and_objects_have_several_names() {
    check(&[
        ("", "a=[4]\nb=a\nb.append(5)\nd=a[-1]", 5),
        ("def f(x=[]):\n    x.append(4)\n    return x\n", "a=f()\nf()\nd=len(a)+3", 5),
        (
            "class A:\n    l=[]\n    def __init__(self):\n        self.l.append(1)\n",
            "A()\nA()\nd=len(A.l)+3",
            5,
        ),
        ("", "a=[4]\nb=(a,)\nb[0].append(5)\nd=a[-1]", 5),
        ("", "a=[4]\nf=lambda: a\nf().append(5)\nd=a[-1]", 5),
        ("def f(x):\n    return x\n", "a=[4]\nf(a).append(5)\nd=a[-1]", 5),
        ("", "a=[4]\n(a if True else None).append(5)\nd=a[-1]", 5),
        ("", "a=[4]\nb=a or None\nb.append(5)\nd=a[-1]", 5),
        ("", "a=[4]\nb=a\nb+=[5]\nd=a[-1]", 5),
        ("", "a=[4]\nx=[a,a]\nx[0].append(5)\nd=x[1][-1]", 5),
        ("", "a=[4]\ne={'k':a}\nfor v in e.values():\n    v.append(5)\nd=a[-1]", 5),
        ("", "a=[4]\nfor b in (a,):\n    b[0]=5\nd=a[0]", 5),
        ("", "a=[4]\nb,c=a,1\nb[0]=5\nd=a[0]", 5),
        ("", "a=[4]\n[b.append(5) for b in (a,)]\nd=a[-1]", 5),
        ("class A:\n    pass\n", "a=A()\na.v=4\nb=a\nb.v=5\nd=a.v", 5),
        ("class A:\n    pass\n", "a=A()\na.v=4\nx=[a]\nx[0].v=5\nd=a.v", 5),
        ("class A:\n    pass\n", "a=A()\na.v=4\nx={'k':a}\nx['k'].v=5\nd=a.v", 5),
        ("class A:\n    pass\ndef f(o):\n    o.v=5\n", "a=A()\na.v=4\n[f(o) for o in [a]]\nd=a.v", 5),
        ("class A:\n    pass\n", "a=A()\na.v=4\nb=a if a else None\nb.v=5\nd=a.v", 5),
        ("class A:\n    pass\ndef f(*o):\n    o[0].v=5\n", "a=A()\na.v=4\nf(a)\nd=a.v", 5),
        ("class A:\n    pass\ndef f(**o):\n    o['a'].v=5\n", "a=A()\na.v=4\nf(a=a)\nd=a.v", 5),
        ("", "a={'k':4}\nb=a\nb['k']=5\nd=a['k']", 5),
        ("", "a={'k':4}\nx=[a]\nx[0]['k']=5\nd=a['k']", 5),
        ("def f(x):\n    x.update(k=5)\n", "a={'k':4}\nf(a)\nd=a['k']", 5),
        ("", "a={'k':4}\nb=a.setdefault\nb('j',1)\nd=len(a)+3", 5),
        ("", "a={'k':4}\nx=a.items()\na['k']=5\nd=list(x)[0][1]", 5),
        ("", "a={'k':4}\nx=a.keys()\na['j']=5\nd=len(x)+3", 5),
        ("", "a=[4]\nx=reversed(a)\na[0]=5\nd=next(x)", 5),
        ("", "a=[4]\nx=iter(a)\na[0]=5\nd=next(x)", 5),
        ("", "a=[4]\nx=zip(a)\na[0]=5\nd=list(x)[0][0]", 5),
        ("", "a=[4]\nx=map(lambda v:v,a)\na[0]=5\nd=list(x)[0]", 5),
        ("", "a=[4]\nx=enumerate(a)\na[0]=5\nd=list(x)[0][1]", 5),
        ("", "a=[4]\nx=(v for v in a)\na[0]=5\nd=list(x)[0]", 5),
    ]);
}

#[test]
fn a_list_of_a_class_is_changed_through_what_inherits_it() {
    let class = "class C:\n    items=[1]\n    @classmethod\n    def grow(cls):\n        cls.items.append(2)\nclass D(C):\n    pass\n";
    check(&[
        (class, "C.grow()\nd=len(C.items)", 2),
        (class, "D.grow()\nd=len(C.items)", 2),
        (class, "D().items.append(2)\nd=len(C.items)", 2),
        (class, "for u in (1, 2):\n    D.grow()\nd=len(C.items)", 3),
    ]);
}

#[test]
fn slices_are_assigned_and_deleted() {
    check(&[
        ("", "a=[1,2,3]\na[0:2]=[5]\nd=a[0]", 5),
        ("", "a=[4,5]\ndel a[0]\nd=a[0]", 5),
        ("", "a=[4,5]\na[::-1]=[5,4]\nd=a[1]+1", 6),
        ("", "a=[4,4]\na[0],a[1]=5,6\nd=a[0]", 5),
        ("", "a=[4,5]\na.remove(4)\nd=a[0]", 5),
        ("", "a=[4,5]\na.sort(reverse=True)\nd=a[0]", 5),
    ]);
}

#[test]
fn exceptions_jump_over_assignments() {
    check(&[
        ("def f():\n    raise ValueError\n", "d=5\ntry:\n    f()\n    d=4\nexcept ValueError:\n    pass", 5),
        ("def f():\n    try:\n        return 4\n    finally:\n        return 5\n", "d=f()", 5),
        (
            "class G:\n    v=4\ndef f():\n    try:\n        return 4\n    finally:\n        G.v=5\n",
            "f()\nd=G.v",
            5,
        ),
        ("", "for i in range(1):\n    try:\n        break\n    finally:\n        d=5", 5),
        ("class G:\n    v=4\n", "try:\n    raise ValueError\nexcept ValueError:\n    G.v=5\nd=G.v", 5),
        ("", "try:\n    d=4\n    raise KeyError\nexcept (KeyError,ValueError) as e:\n    d=5", 5),
        ("", "d=5\ntry:\n    x=1/0\n    d=4\nexcept:\n    pass", 5),
        ("", "d=5\ntry:\n    int('x')\n    d=4\nexcept ValueError:\n    pass", 5),
        ("", "d=5\ntry:\n    (1,)[3]\n    d=4\nexcept IndexError:\n    pass", 5),
        ("class A:\n    pass\n", "d=5\ntry:\n    A().x\n    d=4\nexcept AttributeError:\n    pass", 5),
        ("def f(x):\n    pass\n", "d=5\ntry:\n    f()\n    d=4\nexcept TypeError:\n    pass", 5),
        ("", "d=5\ntry:\n    a,b=(1,2,3)\n    d=4\nexcept ValueError:\n    pass", 5),
        ("", "d=5\ntry:\n    nothing\n    d=4\nexcept NameError:\n    pass", 5),
    ]);
}

#[test]
fn patterns_bind_and_compute() {
    check(&[
        ("", "x=(1,5)\nmatch x:\n    case (1,y):\n        d=y", 5),
        ("", "match 4:\n    case d if d<4:\n        pass\n    case _:\n        d=5", 5),
        ("", "match {'k':5}:\n    case {'k':d}:\n        pass", 5),
        (
            "class G:\n    v=4\nclass A:\n    __match_args__=('x',)\n    @property\n    def x(self):\n        G.v=5\n        return 1\n",
            "match A():\n    case A(1):\n        pass\nd=G.v",
            5,
        ),
    ]);
}

#[test]
fn targets_are_taken_apart() {
    check(&[
        ("", "a,*b=4,5,6\nd=b[0]", 5),
        ("", "*b,=4,5\nd=b[1]", 5),
        ("", "(a,b),c=(4,5),6\nd=b", 5),
        ("", "[a,[b,d]]=[3,[4,5]]", 5),
        ("", "d=0\nfor i in [4,5]:\n    d=i", 5),
        ("class A:\n    v=4\n", "for A.v in (4,5):\n    pass\nd=A.v", 5),
        ("class A:\n    v=4\n", "(A.v,x)=(5,1)\nd=A.v", 5),
        ("class A:\n    v=4\n", "A.v+=1\nd=A.v", 5),
        ("", "d=4\ndef f():\n    d=9\nf()\nd=d+1", 5),
    ]);
}

#[test]
fn what_a_module_does_behind_an_assignment_counts() {
    check(&[
        ("v=4\nfor v in (4,5):\n    pass\n", "d=v", 5),
        ("v=4\nif len('ab')==2:\n    v=5\n", "d=v", 5),
        ("v=4\ndef f():\n    global v\n    v=5\nf()\n", "d=v", 5),
        ("v=[4]\nv[0]=5\n", "d=v[0]", 5),
        ("v=[4]\nv.append(5)\n", "d=v[-1]", 5),
        ("v={'k':4}\nv['k']=5\n", "d=v['k']", 5),
        ("v=[4]\ndef f():\n    v.append(5)\nf()\n", "d=v[-1]", 5),
        ("v=4\ntry:\n    v=1//0\nexcept Exception:\n    v=5\n", "d=v", 5),
        ("v=4\nv+=1\n", "d=v", 5),
        ("v=4\nv,w=5,v\n", "d=v", 5),
        ("v=4\nwhile v<5:\n    v+=1\n", "d=v", 5),
        ("v=4\n[v:=x for x in (4,5)]\n", "d=v", 5),
        ("v=[4]\nw=v\nw[0]=5\n", "d=v[0]", 5),
        ("class A:\n    pass\na=A()\na.v=4\nb=a\nb.v=5\n", "d=a.v", 5),
        ("class A:\n    v=4\n    def s(self):\n        self.v=5\na=A()\na.s()\n", "d=a.v", 5),
    ]);
}

#[test]
fn nonlocal_reaches_over_several_functions() {
    check(&[
        (
            "",
            "def f():\n    def g():\n        def h():\n            nonlocal d\n            d=5\n        h()\n    g()\nf()",
            5,
        ),
        ("", "def f():\n    def g():\n        nonlocal d\n        d=5\n    g()\nf()", 5),
        ("", "def f():\n    def g():\n        nonlocal d\n        d=5\n    return g\nf()()", 5),
        ("", "class A:\n    def f(self):\n        nonlocal d\n        d=5\nA().f()", 5),
        ("", "f=[]\ndef g():\n    nonlocal d\n    d=5\nf.append(g)\nf[0]()", 5),
        ("", "def g():\n    nonlocal d\n    d=5\n[g() for _ in (1,)]", 5),
        ("", "def g():\n    nonlocal d\n    d=5\n    return 1\nx={g():1}", 5),
        ("class A:\n    def __init__(self,f):\n        f()\n", "def g():\n    nonlocal d\n    d=5\nA(g)", 5),
        (
            "class A:\n    def __init__(self,f):\n        self.f=f\n    def go(self):\n        self.f()\n",
            "def g():\n    nonlocal d\n    d=5\nA(g).go()",
            5,
        ),
        ("class A:\n    pass\n", "def g(self):\n    nonlocal d\n    d=5\nA.go=g\nA().go()", 5),
    ]);
}

#[test]
fn what_an_expression_does_it_does_once() {
    check(&[
        (
            "class B:\n    def __init__(self):\n        self.l=[]\n    def add(self,v):\n        self.l.append(v)\n        return self\n",
            "b=B()\nb.add(1).add(2)\nd=len(b.l)+3",
            5,
        ),
        (
            "n=[0]\nclass B:\n    def __init__(self):\n        self.l=[]\ndef f():\n    n[0]+=1\n    return B()\n",
            "f().l.append(1)\nd=n[0]+4",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    def __init__(self):\n        self.v=0\ndef f():\n    G.n=G.n+1\n    return B()\n",
            "f().v+=1\nd=G.n+4",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    def __init__(self):\n        self.v=0\ndef f():\n    G.n=G.n+1\n    return B()\n",
            "f().v=1\nd=G.n+4",
            5,
        ),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return [1]\n", "f()[0]+=1\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return [1]\n", "f()[0]=1\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return {}\n", "f().update(a=1)\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return [1]\n", "f().append(1)\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=1<f()<3\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=f() or f()\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 0\n", "x=f() and f()\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "if f()==1:\n    pass\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "if not f():\n    pass\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "assert f()\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "while f()>1:\n    pass\nd=G.n+4", 5),
        (
            "class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return (1,)\n",
            "for _ in f():\n    pass\nd=G.n+4",
            5,
        ),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=f'{f()}'\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "print(f())\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=y=f()\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x,y=f(),2\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x={'a':f()}\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=[f()]\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=len([f()])\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=isinstance(f(),int)\nd=G.n+4", 5),
        ("class G:\n    n=0\ndef f():\n    G.n=G.n+1\n    return 1\n", "x=vars(f) if f() else 2\nd=G.n+4", 5),
        (
            "class G:\n    n=0\nclass B:\n    v=0\ndef f():\n    G.n=G.n+1\n    return B()\n",
            "setattr(f(),'v',1)\nd=G.n+4",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    v=0\ndef f():\n    G.n=G.n+1\n    return B()\n",
            "x=getattr(f(),'v',1)\nd=G.n+4",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    def m(self):\n        G.n=G.n+1\n        return self\n",
            "B().m().m()\nd=G.n+3",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    def pop(self):\n        G.n=G.n+1\n        return self\n",
            "B().pop().pop()\nd=G.n+3",
            5,
        ),
        (
            "class G:\n    n=0\nclass B:\n    def update(self):\n        G.n=G.n+1\n        return self\n    def __setitem__(self,i,v):\n        pass\n",
            "B().update().__setitem__(0,1)\nd=G.n+4",
            5,
        ),
    ]);
}

#[test]
fn code_of_other_files_writes_what_it_is_given() {
    check(&[
        (
            "import elsewhere\nclass A:\n    def __init__(self):\n        self.v=4\n",
            "a=A()\nelsewhere.o.change(a)\nd=a.v",
            5,
        ),
        (
            "from elsewhere import O\nclass A:\n    def __init__(self):\n        self.v=4\n",
            "a=A()\nO().change(a)\nd=a.v",
            5,
        ),
        (
            "from elsewhere import O\nclass A(O):\n    def __init__(self):\n        self.v=4\n",
            "a=A()\na.change(a)\nd=a.v",
            5,
        ),
        ("from elsewhere import O\nclass A(O):\n    v=4\n", "A.grow()\nd=A.v", 5),
        ("from elsewhere import O\nclass A:\n    v=5\nclass B(O,A):\n    pass\n", "d=B.v", 5),
        ("from elsewhere import O\n", "a=[4]\nx=O()\nx.v=a\nx.change(a)\nd=a[0]", 5),
        ("from elsewhere import O\n", "a=[4]\nx=O(a)\nx.go()\nd=a[0]", 5),
        ("from elsewhere import O\n", "a=[4]\nO.x=a\nO.change(O)\nd=a[0]", 4),
        ("from elsewhere import O\nclass A:\n    v=4\n", "O().change(A)\nd=A.v", 5),
        ("from elsewhere import change\nclass A:\n    v=4\n", "change(A)\nd=A.v", 5),
        (
            "from elsewhere import ident\nclass A:\n    def __init__(self):\n        self.v=4\n",
            "a=A()\nb=ident(a)\nd=5\nb.v=5\nd=a.v",
            5,
        ),
        (
            "from elsewhere import change\nclass A:\n    v=4\n    def f(self):\n        change(self)\n",
            "a=A()\na.f()\nd=a.v",
            5,
        ),
        (
            "from elsewhere import change\nclass A:\n    def __init__(self):\n        self.v=4\n        change(self)\n",
            "a=A()\nd=a.v",
            5,
        ),
    ]);
}

#[test]
fn an_element_of_a_list_that_is_one_of_several_is_changed() {
    check(&[
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nys=[4, 2]\npair=(ys, xs)\npair[n][0]=5\nd=xs[0]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=[[1], xs]\nlists[n][0]=5\nd=xs[0]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nheld={'a': [1], 'b': xs}\nheld['ab'[n]][0]=5\nd=xs[0]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=(([1], [2]), ([1], xs))\nlists[n][n][0]=5\nd=xs[0]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=([[1]], [xs])\nlists[n][0][0]=5\nd=xs[0]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=([1], xs)\nlists[n].append(5)\nd=xs[-1]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=[[1], xs]\nlists[n] += [5]\nd=xs[-1]", 5),
        ("n=int(len(__name__) > 0)\n", "xs=[4]\nlists=([1], xs)\none=lists[n]\none[0]=5\nd=xs[0]", 5),
        (
            "n=int(len(__name__) > 0)\ndef change(pair):\n    pair[n][0]=5\n",
            "xs=[4]\nchange(([1], xs))\nd=xs[0]",
            5,
        ),
        (
            "n=int(len(__name__) > 0)\nclass A:\n    def __init__(self, xs):\n        self.xs=xs\n",
            "xs=[4]\nobjects=[A([1]), A(xs)]\nobjects[n].xs[0]=5\nd=xs[0]",
            5,
        ),
        (
            "n=int(len(__name__) > 0)\nclass A:\n    def __init__(self, xs):\n        self.xs=xs\n",
            "xs=[4]\nobjects=[A([1]), A(xs)]\none=objects[n].xs\none.append(5)\nd=xs[-1]",
            5,
        ),
    ]);
}
