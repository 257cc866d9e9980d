// Names of MuJoCo's functions that are not there, for absent.cpp.
CORTEN_ABSENT(mjui_add)
CORTEN_ABSENT(mjui_addToSection)
CORTEN_ABSENT(mjui_event)
CORTEN_ABSENT(mjui_render)
CORTEN_ABSENT(mjui_resize)
CORTEN_ABSENT(mjui_themeColor)
CORTEN_ABSENT(mjui_themeSpacing)
CORTEN_ABSENT(mjui_update)
