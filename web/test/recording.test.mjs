// A recording opens from a file, without network, and can be scrubbed. Judge: what was recorded.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const corten = process.env.CORTEN ?? join(root, "build/release/apps/corten");
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
