"""The messages whose exact words the tests of client packages assert (MuJoCo's bindings_test.py, specs_test.py, minimize_test.py
and rollout_test.py, which downstream forks copy). Every other message is in words of our own."""


def invalid_name(name, names):
    return f"Invalid name '{name}'. Valid names: {names}"


def invalid_index(index, count):
    return f"Invalid index {index}. Valid indices from 0 to {count - 1}"


def arena_memory(memory):
    return f'Insufficient arena memory, currently allocated memory="{memory}". Increase using <size memory="X"/>.'


def list_size(name, sizes):
    return f"{name} should be a list/array of size {sizes}."


def one_of(names):
    return f"Only one of: {', '.join(names[:-1])}, or {names[-1]} can be set."


def freejoint_keyword(name):
    return f"Invalid {name} keyword argument. Valid options are: align, group, name."


def exact_count(name, count, given):
    return f"{name} must have exactly {count} elements, got {given}"


def length(name, count):
    return f"{name} should have length {count}"


def single_characters(name):
    return f"{name} list elements must be single characters"


def array_or_float(name):
    return f"{name} must be a numpy array or float"


def most_dimensions(name, ndim):
    return f"{name} can have at most {ndim} dimensions"


def last_dimension(name, width, given):
    return f"trailing dimension of {name} must be {width}, got {given}"


def dimension(number, size, name, given):
    return f"dimension {number} inferred as {size} but {name} has {given}"


def derivative_matches(name):
    return f"User-provided {name} matches finite-differences."


MAX_ITER = "maximum iterations reached."
DX_TOL = "norm(dx) < tol."
G_TOL = "norm(gradient) < tol."
EXACT_MINIMUM = "Zero gradient norm: exact minimum found?"
FIND_ALL = "body.find_all supports the types: body, frame, geom, site, joint, light, camera."
NO_SITE = "Site not found."
NO_FRAME = "Frame not found."
OTHER_MODEL = "The mjSpec does not match mjModel. Please recompile the mjSpec."
NO_DATA = "The list of data instances is empty"
CONTROL_SPEC = "control_spec can only contain bits in mjSTATE_USER"
