"""MjVfs: files in memory, as later releases of MuJoCo hand them to the loader."""


class MjVfs:
    """File name -> bytes. Use it in a with statement, or close() it."""

    def __init__(self):
        self._files = {}

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    @property
    def files(self):
        """File name -> bytes, while it is open."""
        if self._files is None:
            raise RuntimeError("these files were closed; make a new MjVfs")
        return self._files

    def __contains__(self, name):
        return name in self.files

    def __setitem__(self, name, content):
        if not isinstance(content, bytes):
            raise TypeError(f"the content of '{name}' is a {type(content).__name__}; a file holds bytes")
        if name in self.files:
            raise ValueError(f"'{name}' is already there; delete it first")
        self.files[name] = content

    def __delitem__(self, name):
        del self.files[name]

    def close(self):
        """Forgets every file."""
        self._files = None


def files_of(assets, vfs):
    """The dictionary of files from whichever of the two was given."""
    if vfs is None:
        return assets
    if assets is not None:
        raise ValueError("files come either as assets or as vfs, not as both")
    return dict(vfs.files)
