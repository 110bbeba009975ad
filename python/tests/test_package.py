"""The package itself: everything is documented and typed, and typed as it is."""

import ast
import inspect
from importlib import resources

import accordo as ac
from accordo import _core


def public():
    """Every public class and function, and methods of classes."""
    for name in ac.__all__:
        thing = getattr(ac, name)
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    yield f"{name}.{member}", value.fget if isinstance(value, property) else value


def test_everything_has_a_docstring():
    assert [name for name, thing in public() if not (inspect.getdoc(thing) or "").strip()] == []


def test_everything_has_type_hints():
    for name, thing in public():
        if not inspect.isfunction(thing):
            continue
        signature = inspect.signature(thing)
        assert signature.return_annotation is not inspect.Signature.empty, name
        for parameter in signature.parameters.values():
            assert parameter.name == "self" or parameter.annotation is not inspect.Parameter.empty, (name, parameter)


def test_stubs_name_what_is_there():
    package = resources.files("accordo")
    assert package.joinpath("py.typed").is_file()
    for node in ast.parse(package.joinpath("_core.pyi").read_text()).body:
        if isinstance(node, ast.FunctionDef):
            assert callable(getattr(_core, node.name))
        if isinstance(node, ast.ClassDef):
            there = {name for name in dir(getattr(_core, node.name)) if not name.startswith("_")}
            stub = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            stub |= {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)}
            assert {name for name in stub if not name.startswith("_")} == there, node.name


def test_stubs_have_all_of_it():
    stubs = ast.parse(resources.files("accordo").joinpath("_core.pyi").read_text()).body
    named = {node.name for node in stubs if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert named == {name for name in dir(_core) if not name.startswith("_")}
