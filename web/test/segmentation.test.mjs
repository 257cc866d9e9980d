// The page's picture against the ray renderer's: the same object at 98 % of the pixels. Judge: the other renderer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { corten, openBrowser, openPage, python, root } from "./browser.mjs";

const WIDTH = 320, HEIGHT = 240, AGREED = 0.98;
const GEOM = 5, FLEX = 9, SKIN = 10;  // mjtObj
const scenes = ["arm", "ball_chain", "cartpole", "cloth", "demo", "double_pendulum", "hanging_sheet", "humanoid", "pendulum", "random_tree", "rope", "soft_ball", "soft_box", "spinning_body", "stack", "towel"].map((name) => `scenes/${name}.xml`);
const others = ["ant", "half_cheetah", "hopper", "walker2d", "swimmer", "reacher"].map((name) => `.venv/models/gymnasium/${name}.xml`);
const models = [...scenes, ...others].map((model) => join(root, model)).filter(existsSync);
const folder = mkdtempSync(join(tmpdir(), "segmentation"));
let browser;

before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

test("there are twenty models to look at", () => assert.ok(models.length >= 20, String(models.length)));

// In the numbers the page uses: geom g is g + 1, flex f −(f + 1), skin s −(s + 1001), anything else nothing.
function traced(model) {
  const bytes = python(["web/test/segmentation.py", model, WIDTH, HEIGHT]), pairs = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const id = pairs[2 * i], type = pairs[2 * i + 1];
    return type === GEOM ? id + 1 : type === FLEX ? -(id + 1) : type === SKIN ? -(id + 1001) : 0;
  });
}

for (const model of models)
  test(`${basename(model)} looks the same to both`, async () => {
    const file = join(folder, `${basename(model)}.html`);
    execFileSync(corten, ["record", model, "-o", file, "--time", "0.001", "--fields", "qpos"]);
    const { page, errors } = await openPage(browser, `file://${file}#t=0`, { width: WIDTH, height: HEIGHT });
    const drawn = await page.evaluate(([w, h]) => { corten.scene.home(); return [...corten.scene.segmentation(w, h)]; }, [WIDTH, HEIGHT]);
    await page.close();
    const wanted = traced(model), seen = (x) => (x > 900000 ? 0 : x);
    const same = drawn.filter((x, i) => seen(x) === wanted[i]).length / drawn.length;
    assert.deepEqual(errors, []);
    assert.ok(same >= AGREED, `${(100 * same).toFixed(2)} % of the pixels`);
    assert.ok(new Set(wanted).size > 1, "there is something to see");
  });
