// A recording in the cell of a notebook: a frame inside another page. Judge: the frame draws, and knows what was recorded.
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, python } from "./browser.mjs";

const cell = join(mkdtempSync(join(tmpdir(), "notebook")), "cell.html");
let browser;

before(async () => {
  writeFileSync(cell, `<!doctype html><html><body><div class="output">${python(["web/test/notebook.py"])}</div></body></html>`);
  browser = await openBrowser();
});
after(() => browser?.close());

test("a recorder that ends a cell is drawn in it", async () => {
  const page = await browser.newPage({ viewport: { width: 640, height: 640 } }), errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`file://${cell}`);
  const inside = await (await page.waitForSelector("iframe")).contentFrame();
  await inside.waitForFunction(() => globalThis.corten?.scene.frames > 0, null, { timeout: 120000 });
  assert.ok((await inside.evaluate(() => corten.source.recording.tracks[0].time.length)) > 5);
  assert.deepEqual(errors, []);
});
