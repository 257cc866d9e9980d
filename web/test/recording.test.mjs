// A recording opens from a file, without network, and can be scrubbed. Judge: what was recorded.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { corten, openBrowser, openPage, root } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "recording"));
const file = join(folder, "run.html");
let browser, page, errors;

before(async () => {
  execFileSync(corten, ["record", join(root, "scenes/humanoid.xml"), "-o", file, "--time", "2", "--fields", "qpos,qvel"]);
  browser = await openBrowser();
  ({ page, errors } = await openPage(browser, `file://${file}`));
});
after(() => browser?.close());

test("ten seconds of a humanoid are a small file", () => {
  const long = join(folder, "long.html");
  execFileSync(corten, ["record", join(root, "scenes/humanoid.xml"), "-o", long, "--time", "10"]);
  assert.ok(statSync(long).size < 3e6);
});

test("it opens without errors and asks the network for nothing", () => {
  assert.deepEqual(errors, []);
  assert.equal(/(src|href)="http/.test(readFileSync(file, "utf8")), false);
});

test("poses are those of the log within half a step of the box", async () => {
  const log = join(folder, "log.csv");
  execFileSync(corten, ["run", join(root, "scenes/humanoid.xml"), "--time", "2", "--log", "xpos", "--out", log]);
  const rows = readFileSync(log, "utf8").trim().split("\n").slice(1).map((row) => row.split(",").map(Number));
  const shown = await page.evaluate(() => {
    const track = corten.source.recording.tracks[0];
    return [10, 60, 110].map((i) => ({ time: track.time[i], position: [...track.frame(i).position] }));
  });
  for (const { time, position } of shown) {
    const row = rows.reduce((best, r) => (Math.abs(r[0] - time) < Math.abs(best[0] - time) ? r : best));
    position.forEach((x, k) => assert.ok(Math.abs(x - row[1 + k]) < 1e-3, `${time} ${k}: ${x} ${row[1 + k]}`));
  }
});

test("the slider scrubs and the clock follows", async () => {
  await page.evaluate(() => {
    const slider = document.querySelector("input[type=range]");
    slider.value = "1.5";
    slider.dispatchEvent(new Event("input"));
  });
  assert.match(await page.textContent("output"), /^1\.[45]\d\d s$/);
});

test("keys step by frames", async () => {
  const before = await page.evaluate(() => corten.source.time);
  await page.keyboard.press("ArrowLeft");
  assert.ok((await page.evaluate(() => corten.source.time)) < before);
});

test("a link leads to a moment", async () => {
  const { page: other } = await openPage(browser, `file://${file}#t=1.000`);
  assert.ok(Math.abs((await other.evaluate(() => corten.source.time)) - 1) < 0.02);
  await other.close();
});

test("a body is selected from the list and described", async () => {
  await page.click("button[aria-label='select head']");
  assert.match(await page.textContent(".side table"), /mass/);
});

test("it works on a narrow screen with names for every control", async () => {
  const { page: narrow, errors: wrong } = await openPage(browser, `file://${file}`, { width: 360, height: 640 });
  assert.deepEqual(wrong, []);
  const nameless = await narrow.evaluate(() => [...document.querySelectorAll("button, input, select")].filter((e) => !e.getAttribute("aria-label") && !e.textContent && !e.labels?.length && !e.closest(".lil-gui")).length);
  assert.equal(nameless, 0);
  assert.equal(await narrow.evaluate(() => document.documentElement.scrollWidth <= 360), true);
});

async function record(name, words, size) {
  const out = join(folder, `${name}.html`);
  const said = execFileSync(corten, ["record", ...words.map((word) => (word.endsWith(".xml") ? join(root, word) : word)), "-o", out], { encoding: "utf8" });
  return { out, said, ...(await openPage(browser, `file://${out}`, size)) };
}

test("a cloth moves with its vertices", async () => {
  const { page: own, errors: wrong } = await record("cloth", ["scenes/cloth.xml", "--time", "0.5"]);
  const moved = await own.evaluate(() => {
    const { tracks, model } = corten.source.recording, [first, last] = [0, tracks[0].time.length - 1].map((i) => tracks[0].frame(i).vertices);
    return { count: first.length, wanted: 3 * model.head.surfaces[0].vertices, by: Math.max(...first.map((x, i) => Math.abs(x - last[i]))) };
  });
  assert.deepEqual(wrong, []);
  assert.equal(moved.count, moved.wanted);
  assert.ok(moved.by > 0.01, String(moved.by));
  await own.close();
});

test("MuJoCo's run beside ours: both are shown, and the step they part at", async () => {
  const { page: own, said } = await record("both", ["scenes/double_pendulum.xml", "--time", "1", "--against", "mujoco"]);
  const names = await own.evaluate(() => corten.source.recording.tracks.map((track) => track.name));
  assert.match(names.join(), /^CortenForge,MuJoCo 3\.5/);
  assert.match(said, /the same bits|parts at step \d+/);
  assert.match(await own.textContent(".apart"), /the same bits|parts at step \d+/);
  const apart = await own.evaluate(() => Math.max(...corten.source.recording.tracks[1].apart));
  assert.ok(apart < 1e-6, String(apart));
  await own.close();
});

test("worlds are shown side by side, with what parts them", async () => {
  const { page: own } = await record("worlds", ["scenes/double_pendulum.xml", "--time", "0.5", "--worlds", "4", "--spread", "0.5"]);
  assert.equal(await own.evaluate(() => corten.source.recording.tracks.length), 4);
  assert.match(await own.textContent(".apart"), /world 3: parts at 0\.0\d\d s in qvel/);
  await own.evaluate(() => { corten.scene.spacing = 2; corten.source.show(); });
  await own.close();
});

test("another recording is opened beside this one", async () => {
  const { out, page: own } = await record("one", ["scenes/cartpole.xml", "--time", "0.5"]);
  await own.setInputFiles("input[type=file]", out);
  await own.waitForFunction(() => corten.source.recording.tracks.length === 2);
  assert.match(await own.textContent(".apart"), /the same numbers throughout/);
  await own.setInputFiles("input[type=file]", file);
  await own.waitForFunction(() => /another model/.test(document.querySelector(".note").textContent));
  await own.close();
});

for (const [format, type] of [["gif", "image/gif"], ["video", "video/"]])
  test(`it is saved as a moving picture (${format})`, async () => {
    const { page: own } = await record(`film ${format}`, ["scenes/pendulum.xml", "--time", "0.3"], { width: 320, height: 240 });
    const [download] = await Promise.all([own.waitForEvent("download", { timeout: 120000 }), own.selectOption("select[aria-label^=save]", format)]);
    assert.match(download.suggestedFilename(), /^pendulum\.(gif|mp4|webm)$/);
    await own.waitForFunction(() => corten.saved());
    const saved = await own.evaluate(() => corten.saved());
    assert.ok(saved.type.startsWith(type) && saved.size > 500, JSON.stringify(saved));
    await own.close();
  });

test("the script is small", () => {
  const script = readFileSync(file, "utf8").split('<script type="module">')[1];
  assert.ok(gzipSync(script).length < 220000, String(gzipSync(script).length));
});

test("everything is reached by the keyboard, and the help lists it", async () => {
  await page.keyboard.press("?");
  assert.equal(await page.evaluate(() => document.querySelector("dialog").open), true);
  await page.keyboard.press("Escape");
  const reached = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas.view")].every((e) => e.hidden || e.tabIndex >= 0));
  assert.equal(reached, true);
});

test("dark mode is dark, light mode light, and text is told from paper in both", async () => {
  for (const scheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme: scheme });
    const [ink, paper] = await page.evaluate(() => { const style = getComputedStyle(document.querySelector(".bar")); return [style.color, style.backgroundColor].map((c) => { const [r, g, b] = c.match(/[\d.]+/g).map(Number); return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255; }); });
    assert.ok(scheme === "dark" ? ink > 0.7 && paper < 0.3 : ink < 0.3 && paper > 0.7, `${scheme}: ${ink} on ${paper}`);
  }
  await page.emulateMedia({ colorScheme: null });
});

test("the command puts another recording of the model beside this one, and refuses others", async () => {
  const other = join(folder, "other.html"), record = (model, out, more) => execFileSync(corten, ["record", join(root, model), "-o", join(folder, out), ...more], { stdio: "pipe" });
  record("scenes/cartpole.xml", "other.html", ["--time", "0.5", "--worlds", "2"]);
  record("scenes/cartpole.xml", "this.html", ["--time", "0.5", "--against", other]);
  const { page: own } = await openPage(browser, `file://${join(folder, "this.html")}#t=0`);
  assert.deepEqual(await own.evaluate(() => corten.source.recording.tracks.map((track) => track.name)), ["CortenForge", "world 0", "world 1"]);
  assert.match(await own.textContent(".apart"), /world 0: the same numbers throughout/);
  assert.match(await own.textContent(".apart"), /world 1: parts at/);
  await own.close();
  assert.throws(() => record("scenes/pendulum.xml", "no.html", ["--against", other]), /another model/);
  assert.throws(() => record("scenes/cartpole.xml", "no.html", ["--fields", "qpos", "--against", other]), /other fields/);
  assert.throws(() => record("scenes/cartpole.xml", "no.html", ["--against", join(root, "README.md")]), /not a recording/);
});
