// Mirror, haze and fog against the ray renderer: what each changes in the picture is the same. Judge: the other renderer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { corten, openBrowser, openPage, python } from "./browser.mjs";

const WIDTH = 320, HEIGHT = 240, AZIMUTH = 120, ELEVATION = -12, DISTANCE = 4, EFFECTS = ["reflection", "haze", "fog"];
const MODEL = `<mujoco>
  <asset>
    <texture type="skybox" builtin="flat" rgb1=".3 .5 .7" width="32" height="192"/>
    <material name="mirror" rgba=".2 .2 .3 1" reflectance=".5"/>
  </asset>
  <statistic extent="2" center="0 0 0"/>
  <visual><rgba haze=".9 .8 .7 1" fog=".6 .7 .8 1"/><map fogstart="1" fogend="6" haze=".3"/><headlight ambient=".4 .4 .4" diffuse=".4 .4 .4" specular="0 0 0"/></visual>
  <worldbody>
    <geom type="plane" size="0 0 .1" material="mirror"/>
    <geom type="box" size=".3 .3 .3" pos="0 0 .5" rgba=".8 .2 .2 1"/>
    <geom type="sphere" size=".3" pos=".9 0 .6" rgba=".2 .8 .2 1"/>
  </worldbody>
</mujoco>`;
const folder = mkdtempSync(join(tmpdir(), "light")), model = join(folder, "model.xml"), file = join(folder, "model.html");
let browser, drawn, traced;

// Pictures as numbers: red, green and blue of every pixel.
async function drawnPictures() {
  const { page, errors } = await openPage(browser, `file://${file}#t=0`, { width: WIDTH, height: HEIGHT });
  const pictures = await page.evaluate(([width, height, azimuth, elevation, distance, effects]) => {
    const { scene } = corten, flat = new OffscreenCanvas(width, height).getContext("2d");
    scene.renderer.setPixelRatio(1);
    scene.resize(width, height);
    return [null, ...effects].map((effect) => {
      for (const name of effects) scene.options.rendering[name] = name === effect;
      scene.refresh();
      scene.look({ type: 0, lookat: [0, 0, 0], distance, azimuth, elevation, trackbodyid: -1, fixedcamid: -1 });
      scene.draw();
      flat.drawImage(scene.renderer.domElement, 0, 0, width, height);
      return [...flat.getImageData(0, 0, width, height).data].filter((_, i) => i % 4 < 3);
    });
  }, [WIDTH, HEIGHT, AZIMUTH, ELEVATION, DISTANCE, EFFECTS]);
  await page.close();
  assert.deepEqual(errors, []);
  return pictures;
}

function tracedPictures() {
  const bytes = python(["web/test/light.py", model, WIDTH, HEIGHT, AZIMUTH, ELEVATION, DISTANCE, ...EFFECTS]), size = 3 * WIDTH * HEIGHT;
  return [null, ...EFFECTS].map((_, i) => bytes.subarray(i * size, (i + 1) * size));
}

before(async () => {
  writeFileSync(model, MODEL);
  execFileSync(corten, ["record", model, "-o", file, "--time", "0.001", "--fields", "time"]);
  browser = await openBrowser();
  drawn = await drawnPictures();
  traced = tracedPictures();
});
after(() => browser?.close());

EFFECTS.forEach((effect, i) =>
  test(`${effect} changes the picture as in the other renderer`, () => {
    let changed = 0, apart = 0;
    for (let k = 0; k < 3 * WIDTH * HEIGHT; k++) {
      const wanted = traced[i + 1][k] - traced[0][k];
      changed += Math.abs(wanted);
      apart += Math.abs(drawn[i + 1][k] - drawn[0][k] - wanted);
    }
    const mean = changed / (3 * WIDTH * HEIGHT);
    assert.ok(mean > 0.5, `it changes the picture by ${mean} of 255`);
    assert.ok(apart < 0.1 * changed, `${(100 * apart / changed).toFixed(1)} % of the change is another`);
  }));
