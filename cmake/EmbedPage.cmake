# -DINPUT=file -DOUTPUT=file.cpp: the bytes of a file as an array of C++.
file(READ ${INPUT} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUTPUT} "namespace corten::viewer {
extern const unsigned char kPageScript[];
extern const unsigned long kPageScriptSize;
const unsigned char kPageScript[] = {${bytes}0};
const unsigned long kPageScriptSize = ${size};
}\n")
