// The engine as WebAssembly against the native one, over the same steps; and on a page. Run by `make wasm`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { corten, openBrowser, openPage, root } from "../browser.mjs";

const module = join(root, "build/wasm/corten.wasm"), folder = mkdtempSync(join(tmpdir(), "wasm"));
const humanoid = join(root, "scenes/humanoid.xml");
let Engine;

before(async () => {
  const out = join(folder, "engine.mjs");
  await esbuild.build({ entryPoints: [join(root, "web/src/engine.ts")], bundle: true, format: "esm", outfile: out, logLevel: "error" });
  ({ Engine } = await import(out));
});

// The model compiled by the native engine, as a page has it.
async function start(file) {
  const compiled = join(folder, "model.corten");
  execFileSync(corten, ["convert", file, compiled]);
  const engine = await Engine.start(readFileSync(module));
  engine.load("model.corten", readFileSync(compiled));
  return engine;
}

function native(steps) {
  const log = join(folder, "native.csv");
  execFileSync(corten, ["run", humanoid, "--steps", String(steps), "--log", "qpos", "--out", log]);
  return readFileSync(log, "utf8").trim().split("\n").at(-1).split(",").slice(1).map(Number);
}

function follows(here, there) {
  assert.equal(here.length, there.length);
  here.forEach((x, i) => assert.ok(Math.abs(x - there[i]) <= 1e-9 * Math.max(1, Math.abs(there[i])), `qpos ${i}: ${x} ${there[i]}`));
}

// On the page, with an engine beside the one it shows.
async function thousandSteps() {
  const bytes = async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer());
  const engine = await corten.source.engine.constructor.start(await bytes("corten.wasm"));
  engine.load("humanoid.corten", await bytes("humanoid.corten"));
  engine.step(1000);
  return Array.from(engine.qpos());
}

test("a thousand steps of a humanoid follow the native engine to 1e-9", async () => {
  const engine = await start(humanoid);
  engine.step(1000);
  follows(engine.qpos(), native(1000));
});

test("what is no compiled model is refused with a reason", async () => {
  const engine = await Engine.start(readFileSync(module));
  assert.throws(() => engine.load("bad.corten", Buffer.from("nothing")), /bad\.corten/);
});

test("it is small enough to be sent", () => {
  const size = gzipSync(readFileSync(module)).length;
  assert.ok(size < 1.2e6, `${size} bytes compressed`);
});

test("a folder on any web server simulates in the browser", async () => {
  execFileSync(corten, ["page", humanoid, "-o", folder, "--engine", module]);
  const types = { ".html": "text/html", ".wasm": "application/wasm" };
  const server = http.createServer((ask, answer) => {
    const file = join(folder, ask.url === "/" ? "index.html" : ask.url.slice(1));
    if (ask.url === "/favicon.ico") { answer.writeHead(204); return answer.end(); }
    if (!existsSync(file)) { answer.writeHead(404); return answer.end(); }
    answer.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
    answer.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await openBrowser();
  try {
    const { page, errors } = await openPage(browser, `http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => corten.frame().time > 0.1, null, { timeout: 120000 });
    await page.keyboard.press("Space");
    await page.waitForFunction(() => corten.frame().status.paused, null, { timeout: 120000 });
    follows(await page.evaluate(thousandSteps), native(1000));
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.close();
  }
});
