// `corten view`: a page that steers a simulation, and a server that strangers cannot use.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import http from "node:http";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const corten = process.env.CORTEN ?? join(root, "build/release/apps/corten");
let browser, page, errors, server, url;

async function start(model) {
  const running = spawn(corten, ["view", join(root, model), "--no-open", "--seconds", "1200"]);
  const address = await new Promise((resolve) => running.stdout.once("data", (text) => resolve(String(text).split("\n")[0])));
  return { running, address };
}

before(async () => {
  ({ running: server, address: url } = await start("scenes/arm.xml"));
  browser = await openBrowser();
  ({ page, errors } = await openPage(browser, url));
});
after(async () => { await browser?.close(); server?.kill(); });

const frame = () => page.evaluate(() => { const f = corten.frame(); return { time: f.time, status: f.status, position: [...f.position], fields: [...f.fields] }; });
const until = (test, argument) => page.waitForFunction(test, argument, { timeout: 120000 });

test("the simulation runs and the page follows without errors", async () => {
  const { time } = await frame();
  await until((t) => corten.frame().time > t + 0.1, time);
  assert.deepEqual(errors, []);
});

test("space pauses, the arrow steps, the other goes back to where it was", async () => {
  await page.keyboard.press("Space");
  await until(() => corten.frame().status.paused);
  const before = await frame();
  await page.keyboard.press("ArrowRight");
  await until((t) => corten.frame().time > t, before.time);
  await page.keyboard.press("ArrowLeft");
  await until((t) => corten.frame().time === t, before.time);
  assert.deepEqual((await frame()).fields, before.fields);
});

test("a joint slider moves the joint", async () => {
  const joint = await page.evaluate(() => corten.model().head.joints.findIndex((j) => j.type === 3));
  await page.evaluate((id) => corten.source.send({ op: "joint", id, value: 0.25 }), joint);
  await until((id) => Math.abs(corten.frame().fields[corten.model().head.joints[id].qpos] - 0.25) < 1e-6, joint);
});

test("fields are plotted by name, unknown ones refused by name", async () => {
  await page.evaluate(() => corten.source.send({ op: "watch", fields: ["qvel", "actuator_force"] }));
  await until(() => corten.frame().status.fields.length === 2);
  await page.evaluate(() => corten.source.send({ op: "watch", fields: ["nonsense"] }));
  await until(() => /nonsense/.test(corten.frame().status.message));
});

for (const [what, command] of Object.entries({
  "an unknown command": { op: "format" }, "a number that is none": { op: "speed", value: "fast" }, "an actuator that is not there": { op: "ctrl", id: 99, value: 1 },
  "a body below zero": { op: "select", body: -1 }, "half a point": { op: "perturb", body: 1, mode: "force", local: [0, 0], target: [0, 0, 0] }, "no command": {},
}))
  test(`${what} is refused and changes nothing`, async () => {
    await page.evaluate(() => corten.source.send({ op: "watch", fields: ["qpos"] }));
    await page.evaluate((c) => corten.source.send(c), command);
    await until(() => corten.frame().status.message.startsWith("refused"));
  });

test("a drag with Ctrl pulls the body", async () => {
  await page.evaluate(() => { corten.source.send({ op: "reset" }); corten.source.send({ op: "pause", value: false }); });
  const spot = await page.evaluate(() => {
    for (let y = -0.9; y < 0.9; y += 0.05) for (let x = -0.5; x < 0.5; x += 0.05) {
      const hit = corten.scene.pick(x, y);
      if (hit && hit.body > 0) return { x: ((x + 1) / 2) * innerWidth, y: ((1 - y) / 2) * innerHeight, body: hit.body };
    }
  });
  await page.keyboard.down("Control");
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(spot.x + 40, spot.y - 40, { steps: 4 });
  await until((body) => corten.frame().status.select === body, spot.body);
  await page.mouse.up();
  await page.keyboard.up("Control");
});

test("a second page watches, the first one steers", async () => {
  await page.evaluate(() => corten.source.send({ op: "speed", value: 0.1 }));
  const { page: other } = await openPage(browser, url);
  assert.equal(await other.evaluate(() => corten.source.pilot), false);
  await other.close();
});

function ask(path, headers = {}) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => http.get({ hostname, port, path, headers }, (answer) => { answer.resume(); resolve(answer.statusCode); }).on("error", reject));
}

test("the model needs the token", async () => {
  assert.equal(await ask("/model"), 403);
  assert.equal(await ask(`/model?token=${"0".repeat(32)}`), 403);
  assert.equal(await ask(`/model?token=${new URL(url).hash.slice(1)}`), 200);
});

test("another name or another site is turned away", async () => {
  const token = new URL(url).hash.slice(1);
  assert.equal(await ask("/", { Host: "evil.example" }), 403);
  assert.equal(await ask(`/model?token=${token}`, { Origin: "http://evil.example" }), 403);
});

test("no file is served but the page", async () => {
  assert.equal(await ask("/etc/passwd"), 404);
  assert.equal(await ask("/../../etc/passwd"), 404);
});

test("a stream without the token is closed", async () => {
  const socket = new URL(url);
  const closed = await page.evaluate((address) => new Promise((resolve) => { const s = new WebSocket(address); s.onopen = () => resolve("open"); s.onerror = () => resolve("refused"); }), `ws://${socket.host}/stream?token=x`);
  assert.equal(closed, "refused");
});

test("a message too long ends that connection, not the simulation", async () => {
  const { page: other } = await openPage(browser, url);
  await other.evaluate(() => corten.source.send({ op: "x".repeat(100000) }));
  await other.waitForTimeout(300);
  const { time } = await frame();
  await until((t) => corten.frame().time > t, time);
  await other.close();
});
