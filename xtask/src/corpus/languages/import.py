import importlib
import importlib.util
import pathlib
import pkgutil

from pydantic import TypeAdapter

for folder in sorted(pathlib.Path("src").iterdir()):
    package = importlib.import_module(folder.name)
    for module in pkgutil.walk_packages(package.__path__, folder.name + "."):
        importlib.import_module(module.name)
    if importlib.util.find_spec(folder.name + ".models") is not None:
        models = importlib.import_module(folder.name + ".models")
        for name in models.__all__:
            TypeAdapter(getattr(models, name)).rebuild(raise_errors=True)
