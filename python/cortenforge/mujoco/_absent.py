"""What MuJoCo's package has and CortenForge does not: names that import, and say so when they are used."""

import inspect

OPENGL = "CortenForge has no OpenGL context; pictures are made by mujoco.Renderer, without a GPU"
SCENE = (
    "CortenForge fills no abstract scene; pictures are made by mujoco.Renderer, or by mjv_updateScene and mjr_render"
)
MEMORY = "CortenForge takes no user memory functions"

POINTER = "its arguments are pointers that MuJoCo's own package cannot pass either"

# name -> (arguments, why)
FUNCTIONS = {
    "mjr_addAux": ("index width height samples con", OPENGL),
    "mjr_blitAux": ("index src left bottom con", OPENGL),
    "mjr_blitBuffer": ("src dst flg_color flg_depth con", OPENGL),
    "mjr_changeFont": ("fontscale con", OPENGL),
    "mjr_drawPixels": ("rgb depth viewport con", OPENGL),
    "mjr_figure": ("viewport fig con", OPENGL),
    "mjr_label": ("viewport font txt r g b a rt gt bt con", OPENGL),
    "mjr_overlay": ("font gridpos viewport overlay overlay2 con", OPENGL),
    "mjr_setAux": ("index con", OPENGL),
    "mjr_text": ("font txt con x y r g b", OPENGL),
    "mjr_uploadHField": ("m con hfieldid", OPENGL),
    "mjr_uploadMesh": ("m con meshid", OPENGL),
    "mjr_uploadTexture": ("m con texid", OPENGL),
    "mjv_updateSkin": ("m d scn", SCENE),
    "mj_printScene": ("s filename", SCENE),
    "mj_printFormattedScene": ("s filename float_format", SCENE),
    "mju_raySkin": ("nface nvert face vert pnt vec vertid", POINTER),
    "mj_defaultSolRefImp": ("solref solimp", POINTER),
    "set_mju_user_malloc": ("arg0", MEMORY),
    "set_mju_user_free": ("arg0", MEMORY),
}


def _parameter(text):
    name, optional, _ = text.partition("=")
    default = None if optional else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _function(name, arguments, why):
    def absent(*args, **kwargs):
        raise NotImplementedError(f"{name}: {why}")

    absent.__name__ = absent.__qualname__ = name
    absent.__doc__ = f"Not there: {why}."
    absent.__signature__ = inspect.Signature([_parameter(argument) for argument in arguments.split()])
    return absent


ALL = {name: _function(name, arguments, why) for name, (arguments, why) in FUNCTIONS.items()}
