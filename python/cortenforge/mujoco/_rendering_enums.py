"""Enumerations of windows and rendering, which the engine does not know."""

_ENUMERATORS = {
    "mjtButton": "mjBUTTON_NONE mjBUTTON_LEFT mjBUTTON_RIGHT mjBUTTON_MIDDLE",
    "mjtDepthMap": "mjDEPTH_ZERONEAR mjDEPTH_ZEROFAR",
    "mjtEvent": "mjEVENT_NONE mjEVENT_MOVE mjEVENT_PRESS mjEVENT_RELEASE mjEVENT_SCROLL mjEVENT_KEY mjEVENT_RESIZE mjEVENT_REDRAW "
    "mjEVENT_FILESDROP",
    "mjtFont": "mjFONT_NORMAL mjFONT_SHADOW mjFONT_BIG",
    "mjtFontScale": "mjFONTSCALE_50=50 mjFONTSCALE_100=100 mjFONTSCALE_150=150 mjFONTSCALE_200=200 mjFONTSCALE_250=250 "
    "mjFONTSCALE_300=300",
    "mjtFramebuffer": "mjFB_WINDOW mjFB_OFFSCREEN",
    "mjtGridPos": "mjGRID_TOPLEFT mjGRID_TOPRIGHT mjGRID_BOTTOMLEFT mjGRID_BOTTOMRIGHT mjGRID_TOP mjGRID_BOTTOM mjGRID_LEFT "
    "mjGRID_RIGHT",
    "mjtItem": "mjITEM_END=-2 mjITEM_SECTION=-1 mjITEM_SEPARATOR=0 mjITEM_STATIC=1 mjITEM_BUTTON=2 mjITEM_CHECKINT=3 "
    "mjITEM_CHECKBYTE=4 mjITEM_RADIO=5 mjITEM_RADIOLINE=6 mjITEM_SELECT=7 mjITEM_SLIDERINT=8 mjITEM_SLIDERNUM=9 "
    "mjITEM_EDITINT=10 mjITEM_EDITNUM=11 mjITEM_EDITFLOAT=12 mjITEM_EDITTXT=13 mjNITEM=14",
    "mjtMouse": "mjMOUSE_NONE mjMOUSE_ROTATE_V mjMOUSE_ROTATE_H mjMOUSE_MOVE_V mjMOUSE_MOVE_H mjMOUSE_ZOOM mjMOUSE_MOVE_V_REL "
    "mjMOUSE_MOVE_H_REL",
    "mjtSection": "mjSECT_CLOSED mjSECT_OPEN mjSECT_FIXED",
    "mjtStereo": "mjSTEREO_NONE mjSTEREO_QUADBUFFERED mjSTEREO_SIDEBYSIDE",
    "mjtTaskStatus": "mjTASK_NEW mjTASK_QUEUED mjTASK_COMPLETED",
}


def _numbered(text):
    """Enumerators without a value count from zero."""
    names = text.split()
    return ",".join(name if "=" in name else f"{name}={i}" for i, name in enumerate(names))


TEXTS = {name: _numbered(text) for name, text in _ENUMERATORS.items()}
