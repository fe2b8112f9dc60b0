"""The changes: every mutant of a module's source, one spot changed in each.

A change is one that a slip of the pen could make and that means something else: a number off by
one, a comparison at its edge, a rule mistaken for another one, a condition that always holds, an
entry or a statement left out. What only speaks to programmers is left alone: annotations,
decorators, docstrings, assertions, and the guards that raise an error at malformed input, which no
example of a corpus can hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OPERATIONS = (ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp)
# Fields of nodes that decide nothing while the program runs.
_SILENT = {"annotation", "returns", "decorator_list", "type_params"}

Enums = Mapping[str, Sequence[str]]
"""The members of every enum of the engine, in their order."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one spot changed.

    ``spot`` is the module and the function, such as ``meld.judge_meld``; ``line`` counts from 1.
    ``before`` and ``after`` are the changed lines, with single spaces: together with the spot they
    name the mutant for as long as these lines stay, wherever in the file they are.
    """

    spot: str
    line: int
    before: str
    after: str
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What names the mutant in a list."""
        return self.spot, self.before, self.after


def enums_of(sources: Sequence[str]) -> Enums:
    """The enums that these modules define."""
    return {
        node.name: [
            target.id
            for line in node.body
            if isinstance(line, ast.Assign)
            for target in line.targets
            if isinstance(target, ast.Name) and target.id.isupper()
        ]
        for source in sources
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and "Enum" in map(ast.unparse, node.bases)
    }


def mutants_of(module: str, source: str, enums: Enums) -> tuple[Mutant, ...]:
    """Every mutant of a module, in the order of its lines, each once."""
    text = source.encode()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    made: dict[str, Mutant] = {}
    for spot, node, new in _changes(ast.parse(source), module, enums):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first, last = starts[node.lineno - 1], starts[node.end_lineno]
        start = first + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        changed = text[:start] + new.encode() + text[end:]
        before = _one_line(text[first:last])
        after = _one_line(text[first:start] + new.encode() + text[end:last])
        mutant = Mutant(spot, node.lineno, before, after, changed.decode())
        made.setdefault(mutant.source, mutant)
    made.pop(source, None)
    return tuple(sorted(made.values(), key=lambda mutant: mutant.line))


def _one_line(text: bytes) -> str:
    return " ".join(text.decode().split())


_Change = tuple[str, ast.expr | ast.stmt, str]
"""A function's name with its module's, a node of it, and the text to put in the node's place."""


def _changes(node: ast.AST, spot: str, enums: Enums) -> Iterator[_Change]:
    if isinstance(node, ast.Assert | ast.JoinedStr) or _is_alias(node) or _is_guard(node):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        spot = f"{spot}.{node.name}"
    if isinstance(node, ast.FunctionDef):
        yield from ((spot, line, "pass") for line in _spare_statements(node))
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from ((spot, node.test, new) for new in ("True", "False"))
    if isinstance(node, ast.comprehension):
        yield from ((spot, test, new) for test in node.ifs for new in ("True", "False"))
    for name, value in ast.iter_fields(node):
        if name in _SILENT:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue  # It checks the program, not the play.
            if isinstance(child, ast.expr):
                for new in _others(child, enums):
                    yield spot, child, _bracketed(new, child, node)
            if isinstance(child, ast.AST):
                yield from _changes(child, spot, enums)


def _is_alias(node: ast.AST) -> bool:
    """Whether a type is given a name here, as in ``Cards = tuple[Card, ...]``."""
    match node:
        case ast.Assign(value=ast.Subscript(value=ast.Name("tuple")) | ast.BinOp(op=ast.BitOr())):
            return node.col_offset == 0
    return False


def _is_guard(node: ast.AST) -> bool:
    """Whether this raises an error at malformed input and does nothing else."""
    match node:
        case ast.If(body=[ast.Raise()], orelse=[]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name("_require"))):
            return True
    return False


def _bracketed(new: ast.expr, old: ast.expr, parent: ast.AST) -> str:
    text = ast.unparse(new)
    within = isinstance(parent, (*_OPERATIONS, ast.Starred, ast.Attribute))
    # In its like's place an operation is read alike, but for a sum in the place of a product.
    alike = type(new) is type(old) and not isinstance(new, ast.BinOp)
    return f"({text})" if within and isinstance(new, _OPERATIONS) and not alike else text


def _spare_statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements without which the function still runs: calls, additions, second values."""
    bound = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for node in ast.walk(function):
        match node:
            case ast.AugAssign() | ast.Continue() | ast.Break():
                yield node
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
                if not _is_guard(node):
                    yield node
            case ast.Assign(targets=[ast.Name(name)]) if name in bound:
                yield node
            case ast.Assign(targets=[ast.Name(name)]):
                bound.add(name)


def _others(node: ast.expr, enums: Enums) -> Iterator[ast.expr]:
    """What could stand in this expression's place, itself changed but not what it holds."""
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Attribute(ast.Name(enum), member) if member in enums.get(enum, ()):
            members = enums[enum]
            following = members[(members.index(member) + 1) % len(members)]
            yield ast.Attribute(ast.Name(enum), following)
        case ast.Compare(left, operators, others):
            for number, operator in enumerate(operators):
                for other in _COMPARISONS[type(operator)]:
                    changed = [*operators[:number], other(), *operators[number + 1 :]]
                    yield ast.Compare(left, changed, others)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for rest in _each_left_out(values):
                yield ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Mod(), right):
            yield left
            if not isinstance(node.op, ast.Mod):
                yield right
        case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
            yield ast.BinOp(left, _ARITHMETIC[type(operator)](), right)
        case ast.Subscript(value, ast.Slice(lower, upper, step)):
            if lower:
                yield ast.Subscript(value, ast.Slice(None, upper, step))
            if upper:
                yield ast.Subscript(value, ast.Slice(lower, None, step))
        case ast.Tuple(entries, ast.Load()):
            yield from (ast.Tuple(rest, ast.Load()) for rest in _each_left_out(entries))
        case ast.List(entries, ast.Load()):
            yield from (ast.List(rest, ast.Load()) for rest in _each_left_out(entries))
        case ast.Set(entries):
            yield from (ast.Set(rest) for rest in _each_left_out(entries))
        case ast.Call(function, arguments, keywords):
            if isinstance(function, ast.Name) and function.id in _FUNCTIONS:
                yield ast.Call(ast.Name(_FUNCTIONS[function.id]), arguments, keywords)
            for keyword in keywords:
                if keyword.arg != "strict":
                    rest_of_them = [other for other in keywords if other is not keyword]
                    yield ast.Call(function, arguments, rest_of_them)


def _each_left_out(values: list[ast.expr]) -> Iterator[list[ast.expr]]:
    return (values[:number] + values[number + 1 :] for number in range(len(values)))
