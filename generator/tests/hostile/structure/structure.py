"""Prints the structure of Python files, parsed by the Python parser, and of TOML and JSON files.

For each file below the folder that is given: the skeleton of each statement of the module, in which
names have a dollar sign and literals are only told by their kind, and all strings.
"""

import ast
import json
import pathlib
import sys
import tomllib


def skeleton(node: ast.AST, strings: set[str]) -> str:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            strings.add(node.value)
        return type(node.value).__name__
    parts = ["(", type(node).__name__]
    for name, value in ast.iter_fields(node):
        values = value if isinstance(value, list) else [value]
        shown = [part(one, strings) for one in values if not is_prose(one)]
        parts += ["(", name, *shown, ")"]
    return " ".join([*parts, ")"])


def is_prose(node: object) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text and isinstance(node.value.value, str)


def part(value: object, strings: set[str]) -> str:
    if isinstance(value, ast.AST):
        return skeleton(value, strings)
    if isinstance(value, str):
        return " ".join("$" + word for word in value.split("."))
    return repr(value)


def as_class(node: ast.stmt, strings: set[str]) -> ast.stmt:
    """Return a `TypedDict` as a class without the names of its properties.

    It is a call if a property has a name that an attribute cannot have.
    """
    match node:
        case ast.ClassDef(name, [ast.Name("TypedDict") as base]):
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            types = [field.annotation for field in fields]
            strings.update(ast.unparse(field.target) for field in fields)
        case ast.Assign(
            [ast.Name(name)],
            ast.Call(ast.Name("TypedDict") as base, [ast.Constant(), ast.Dict(keys, values)]),
        ):
            types = [ast.parse(value.value, mode="eval").body for value in values]
            strings.update(key.value for key in keys)
        case _:
            return node
    body = [ast.AnnAssign(ast.Name("property"), one, None, 1) for one in types]
    return ast.ClassDef(name, [base], [], body, [])


def inspect(path: pathlib.Path) -> dict[str, list[str]]:
    strings: set[str] = set()
    module = ast.parse(path.read_bytes(), str(path))
    body = (as_class(one, strings) for one in module.body if not is_prose(one))
    statements = [skeleton(one, strings) for one in body]
    return {"declarations": statements, "strings": sorted(strings)}


def quoted(name: str) -> str:
    """Return a name without the characters that separate names in a skeleton."""
    return json.dumps(name).replace(" ", "_").replace("(", "_").replace(")", "_")


def outline(value: object, strings: set[str]) -> str:
    """Return the skeleton of data: names of properties, and kinds of values."""
    if isinstance(value, dict):
        strings.update(value)
        shown = ((quoted(name), outline(of, strings)) for name, of in value.items())
        members = (f"( ${name} {of} )" for name, of in shown)
        return f"( {' '.join(members)} )"
    if isinstance(value, list):
        return f"( {' '.join(outline(of, strings) for of in value)} )"
    if isinstance(value, str):
        strings.add(value)
    return type(value).__name__


def inspect_data(path: pathlib.Path) -> dict[str, list[str]]:
    strings: set[str] = set()
    text = path.read_text("utf-8")
    data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    parts = [(name, part) for name, of in data.items() for part in parts_of(of)]
    declarations = [f"{quoted(name)} {outline(part, strings)}" for name, part in parts]
    return {"declarations": declarations, "strings": sorted(strings)}


def parts_of(value: object) -> list[object]:
    """Return the items of a list, or the value as a whole."""
    return value if isinstance(value, list) else [value]


READERS = {".py": inspect, ".toml": inspect_data, ".json": inspect_data}
root = pathlib.Path(sys.argv[1])
paths = sorted(path for path in root.rglob("*") if path.suffix in READERS and path.is_file())
files = {str(path.relative_to(root)): READERS[path.suffix](path) for path in paths}
json.dump(files, sys.stdout)
