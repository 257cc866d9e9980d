# The page in the browser (web/), bundled into one script by esbuild and put into the viewer as CORTEN_PAGE_SOURCE. Without node and
# npm the script is empty: everything else is built, and the commands that need the page say why they cannot.
find_program(CORTEN_NODE node)
find_program(CORTEN_NPM npm)
set(CORTEN_PAGE_SOURCE ${CMAKE_BINARY_DIR}/web/page_script.cpp)
set(web ${CMAKE_SOURCE_DIR}/web)
set(script ${CMAKE_BINARY_DIR}/web/page.js)
if(CORTEN_NODE AND CORTEN_NPM)
  file(GLOB page_sources CONFIGURE_DEPENDS ${web}/src/*)
  add_custom_command(OUTPUT ${web}/node_modules/.done
    COMMAND ${CORTEN_NPM} ci --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch node_modules/.done
    DEPENDS ${web}/package.json ${web}/package-lock.json
    WORKING_DIRECTORY ${web} COMMENT "Packages of the page")
  add_custom_command(OUTPUT ${script}
    COMMAND node_modules/.bin/esbuild src/main.ts --bundle --minify --format=esm --loader:.css=text --legal-comments=eof --log-level=warning
      --outfile=${script}
    DEPENDS ${page_sources} ${web}/node_modules/.done
    WORKING_DIRECTORY ${web} COMMENT "Bundling the page")
else()
  message(STATUS "node or npm not found: built without the page in the browser (corten view, corten record)")
  add_custom_command(OUTPUT ${script} COMMAND ${CMAKE_COMMAND} -E touch ${script})
endif()
add_custom_command(OUTPUT ${CORTEN_PAGE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -DINPUT=${script} -DOUTPUT=${CORTEN_PAGE_SOURCE} -P ${CMAKE_SOURCE_DIR}/cmake/EmbedPage.cmake
  DEPENDS ${script} ${CMAKE_SOURCE_DIR}/cmake/EmbedPage.cmake)
