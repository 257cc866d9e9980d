// MuJoCo's structs of drawing as compiled programs know them.
#pragma once

#include "capi/scene_abi.h"

namespace corten::capi {

inline constexpr int kMaxAux = 10;         // mjNAUX
inline constexpr int kMaxTexture = 1000;   // mjMAXTEXTURE
inline constexpr int kMaxMaterial = 1000;  // mjMAXMATERIAL
inline constexpr int kTextureRoles = 10;   // mjNTEXROLE

struct mjrRect {
  int left, bottom, width, height;
};

struct mjrContext {
  float lineWidth, shadowClip, shadowScale, fogStart, fogEnd, fogRGBA[4];
  int shadowSize, offWidth, offHeight, offSamples, fontScale;
  int auxWidth[kMaxAux], auxHeight[kMaxAux], auxSamples[kMaxAux];
  unsigned offFBO, offFBO_r, offColor, offColor_r, offDepthStencil, offDepthStencil_r, shadowFBO, shadowTex;
  unsigned auxFBO[kMaxAux], auxFBO_r[kMaxAux], auxColor[kMaxAux], auxColor_r[kMaxAux];
  int mat_texid[kMaxMaterial * kTextureRoles];
  int mat_texuniform[kMaxMaterial];
  float mat_texrepeat[2 * kMaxMaterial];
  int ntexture;
  int textureType[kMaxTexture];
  unsigned texture[kMaxTexture];
  unsigned basePlane, baseMesh, baseHField, baseBuiltin, baseFontNormal, baseFontShadow, baseFontBig;
  int rangePlane, rangeMesh, rangeHField, rangeBuiltin, rangeFont;
  int nskin;
  unsigned *skinvertVBO, *skinnormalVBO, *skintexcoordVBO, *skinfaceVBO;
  int charWidth[127], charWidthBig[127], charHeight, charHeightBig;
  int glInitialized, windowAvailable, windowSamples, windowStereo, windowDoublebuffer;
  int currentBuffer, readPixelFormat, readDepthMap;
};

}  // namespace corten::capi
