"""Runs an example of the CuTe DSL as it is, without a GPU, and prints what the names of its files held while its kernels
were traced: `trace.py FILE OUTPUT`. Nothing is compiled or run: the DSL ends when it has its program."""

import argparse
import ast
import json
import os
import runpy
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch_without_gpu  # noqa: E402

torch_without_gpu.install()
warnings.filterwarnings("ignore")

import cuda.bindings.driver as driver  # noqa: E402
import cutlass  # noqa: E402
import cutlass.cute as cute  # noqa: E402
import cutlass.cute.testing  # noqa: E402
import cutlass.testing  # noqa: E402
import cutlass.utils as utils  # noqa: E402

# As many as a name may have: more are of loops and say nothing new.
MOST = 64
path, output = os.path.abspath(sys.argv[1]), sys.argv[2]
folder = os.environ["DSL_FOLDER"]


def numeral(value):
    """A shape, a number or the name of a type, as conditions say them; None where it is none."""
    if value is None or isinstance(value, (bool, int, str)):
        return str(value)
    if isinstance(value, float):
        return None
    if isinstance(value, (tuple, list)):
        parts = [numeral(part) for part in value]
        return None if None in parts else "(" + ",".join(parts) + ("," if len(parts) == 1 else "") + ")"
    if isinstance(value, type):
        return value.__name__
    name = getattr(value, "name", None) if not isinstance(value, cute.Tensor) else None
    return name if type(name) is str else None


def held(value):
    """What a layout or a tensor holds, and which of both it is."""
    kind = type(value).__name__
    if isinstance(value, type) or "Enum" in kind:
        return None
    try:
        if isinstance(value, cute.Tensor) or (hasattr(value, "layout") and "Tensor" in kind):
            return {"kind": "tensor", "text": str(value.layout), "element": numeral(value.element_type) or ""}
        if isinstance(value, (cute.Layout, cute.ComposedLayout)):
            return {"kind": "layout", "text": str(value), "element": ""}
    except Exception:
        return None
    return None


class Names:
    """Where the names of a file are bound: the lines of statements, with the line of each name."""

    def __init__(self, file):
        self.of_line, self.parameters = {}, {}
        with open(file, encoding="utf-8") as opened:
            tree = ast.parse(opened.read())
        for node in ast.walk(tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
                first = min([node.lineno] + [one.lineno for one in node.decorator_list])
                for one in arguments:
                    for line in range(first, node.body[0].lineno + 1):
                        self.parameters.setdefault((line, one.arg), one.lineno)
                continue
            else:
                continue
            for target in targets:
                for one in ast.walk(target):
                    if isinstance(one, ast.Name):
                        for line in range(node.lineno, node.end_lineno + 1):
                            # The innermost statement is the last to be walked to.
                            self.of_line[line, one.id] = one.lineno

    def line(self, line, name):
        return self.of_line.get((line, name))


names, seen, said, kept, before = {}, {}, {}, [], {}


def names_of(file):
    if file not in names:
        is_own = file.startswith(folder) and os.path.isfile(file)
        try:
            names[file] = Names(file) if is_own else None
        except SyntaxError:
            names[file] = None
    return names[file]


def note(file, line, name, value):
    told = held(value)
    if told is None:
        return
    kept.append(value)
    all_told = seen.setdefault((file, line, name), [])
    if told not in all_told and len(all_told) < MOST:
        all_told.append(told)


def say(name, value):
    """What a condition on a name of this kind may be held against."""
    told = held(value)
    text = numeral(value) if told is None else f"{told['text']} of {told['element']}"
    if text is not None and len(text) < 200:
        said.setdefault(name, set()).add(text)


def say_members(value):
    for name, member in list(getattr(value, "__dict__", {}).items())[:200]:
        if not name.startswith("__"):
            say(name, member)


def trace(frame, event, _):
    if names_of(frame.f_code.co_filename) is None:
        return None
    before[id(frame)] = (frame.f_lineno, {})
    file, line = frame.f_code.co_filename, frame.f_lineno
    own = names[file]
    count = frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount
    for name in frame.f_code.co_varnames[:count]:
        value = frame.f_locals.get(name)
        say(name, value)
        if (line, name) in own.parameters:
            note(file, own.parameters[line, name], name, value)
    return local


def local(frame, event, _):
    if event not in ("line", "return"):
        return local
    line, old = before.get(id(frame), (frame.f_lineno, {}))
    file, values = frame.f_code.co_filename, dict(frame.f_locals)
    own = names[file]
    now = {name: id(value) for name, value in values.items()}
    for name, identity in now.items():
        if old.get(name) != identity:
            bound = own.line(line, name)
            say(name, values[name])
            if bound is not None:
                note(file, bound, name, values[name])
    before[id(frame)] = (frame.f_lineno, now)
    if event == "return":
        before.pop(id(frame), None)
        if "self" in values:
            say_members(values["self"])
    return local


def noted(function):
    def from_tensor(*args, **kwargs):
        result = function(*args, **kwargs)
        said.setdefault("LayoutEnum.from_tensor", set()).add(result.name)
        return result

    return staticmethod(from_tensor)


class Compiled:
    """What stands for a compiled kernel: nothing runs."""

    def __call__(self, *args, **kwargs):
        return None

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self):
        return iter((None, None))


class Compile:
    def __init__(self, compile_):
        self.compile = compile_

    def __call__(self, *args, **kwargs):
        try:
            self.compile(*args, **kwargs)
        except Exception as error:
            # Looking at a value may leave something where the DSL's check of its program finds it: what was traced counts.
            complaints.append(f"{type(error).__name__}: {error}"[:400])
        return Compiled()

    def __getitem__(self, options):
        return self


complaints = []
cute.compile = Compile(cute.compile)
cute.testing.convert = lambda *_, **__: None
for module in (cute.testing, cutlass.testing):
    module.benchmark = lambda *_, **__: 1.0
utils.HardwareInfo.get_max_active_clusters = lambda *_, **__: 148
utils.HardwareInfo.get_device_multiprocessor_count = lambda *_, **__: 148
utils.HardwareInfo.__init__ = lambda *_, **__: None
utils.LayoutEnum.from_tensor = noted(utils.LayoutEnum.from_tensor)
# Scripts ask first whether there is a GPU.
driver.cuInit = lambda *_: (driver.CUresult.CUDA_SUCCESS,)
driver.cuDeviceGetCount = lambda *_: (driver.CUresult.CUDA_SUCCESS, 1)
parse = argparse.ArgumentParser.parse_args


def parse_args(self, *args, **kwargs):
    parsed = parse(self, *args, **kwargs)
    for name, value in vars(parsed).items():
        say("--" + name, value)
    return parsed


argparse.ArgumentParser.parse_args = parse_args
above = os.path.dirname(path)
sys.argv = [path] + sys.argv[3:]
sys.path.insert(0, above)
while above.startswith(folder) and above != os.path.dirname(above):
    sys.path.append(above)
    above = os.path.dirname(above)
sys.settrace(trace)
try:
    runpy.run_path(path, run_name="__main__")
except BaseException as error:
    sys.settrace(None)
    complaints.append(f"{type(error).__name__}: {error}"[:400])
sys.settrace(None)
names_told = [[file, line, name, told] for (file, line, name), told in sorted(seen.items())]
with open(output, "w", encoding="utf-8") as opened:
    said_told = {name: sorted(all_said) for name, all_said in said.items()}
    json.dump({"names": names_told, "said": said_told, "complaint": "; ".join(complaints)}, opened)
# What the DSL and its libraries do at their end needs a GPU.
os._exit(0)
