// `corten view`: a page that steers a simulation, and a server that strangers cannot use.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { corten, openBrowser, openPage, root } from "./browser.mjs";

let browser, page, errors, server, url;

async function start(model, folder = root) {
  const running = spawn(corten, ["view", join(folder, model), "--no-open", "--seconds", "1200"]);
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
const until = (test, argument) => page.waitForFunction(test, argument, { timeout: 120000, polling: 50 });

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
  await page.evaluate(() => corten.source.send({ op: "pause", value: true }));
  const { page: other } = await openPage(browser, url);
  assert.equal(await other.evaluate(() => corten.source.pilot), false);
  await other.close();
});

test("what is shown can be switched, and the engine draws it", async () => {
  await page.evaluate(() => corten.source.send({ op: "pause", value: true }));
  const symbols = () => page.evaluate(() => corten.frame().decor.byteLength / 48);
  const before = await symbols();
  await page.keyboard.press("j");
  await until((n) => corten.frame().decor.byteLength / 48 > n, before);
  await page.keyboard.press("j");
  await until((n) => corten.frame().decor.byteLength / 48 === n, before);
});

test("names are written on what they name", async () => {
  await page.evaluate(() => corten.source.send({ op: "label", id: corten.model().head.options.labels.body }));
  const names = await page.evaluate(() => corten.model().head.bodies.slice(1).map((body, i) => body.name || `body ${i + 1}`));
  await until((n) => corten.scene.symbols.texts.length >= n, names.length);
  assert.deepEqual((await page.evaluate(() => corten.scene.symbols.texts)).sort(), names.sort());
  await page.evaluate(() => corten.source.send({ op: "label", id: 0 }));
});

test("colours tell islands apart", async () => {
  await page.evaluate(() => corten.source.send({ op: "flag", id: corten.scene.options.id("island"), value: true }));
  await until(() => corten.frame().colors.length === 4 * corten.model().head.bodies.length);
  await page.evaluate(() => corten.source.send({ op: "flag", id: corten.scene.options.id("island"), value: false }));
});

test("everything about the selected body is read from the engine", async () => {
  const body = await page.evaluate(() => corten.model().head.joints[0].body);
  await page.evaluate((id) => corten.source.send({ op: "select", body: id }), body);
  await until((id) => corten.frame().status.picked?.body === id, body);
  await until(() => /forces on/.test(document.querySelector(".picked").textContent));
  const shown = await page.textContent(".picked");
  for (const word of ["mass", "inertia", "velocity", "applied force", "qpos", "actuators"]) assert.match(shown, new RegExp(word));
});

test("the profiler times the stages of a step", async () => {
  await page.evaluate(() => { corten.source.send({ op: "profile", value: true }); corten.source.send({ op: "pause", value: false }); });
  await until(() => corten.frame().status.timers?.some(({ stage, ms }) => stage === "step" && ms > 0));
});

test("why says what corten check found, and what is odd now", async () => {
  await page.evaluate(() => corten.source.send({ op: "why", value: true }));
  await until(() => corten.frame().status.why?.now.some((text) => text.startsWith("fastest")));
  const wanted = JSON.parse(check("scenes/arm.xml")).findings;
  await until((n) => corten.frame().status.why.model.length === n, wanted.length);
  await page.evaluate(() => corten.source.send({ op: "why", value: false }));
});

test("sliders follow the simulation", async () => {
  await page.evaluate(() => corten.source.send({ op: "follow", value: true }));
  await until(() => corten.frame().sliders.length === corten.model().head.sizes.nq + corten.model().head.sizes.nu);
});

function check(model) {
  try { return execFileSync(corten, ["check", join(root, model), "--json"], { encoding: "utf8" }); } catch (problem) { return problem.stdout; }
}

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
  await page.evaluate(() => corten.source.send({ op: "pause", value: true }));
  const { page: other } = await openPage(browser, url);
  await other.evaluate(() => corten.source.send({ op: "x".repeat(100000) }));
  await other.waitForTimeout(300);
  await other.close();
  const { time } = await frame();
  await page.evaluate(() => corten.source.send({ op: "pause", value: false }));
  await until((t) => corten.frame().time > t, time);
});

// A model of its own that the test may change, on a page of its own.
async function withModel(text, act, beside = {}) {
  const folder = mkdtempSync(join(tmpdir(), "view")), file = join(folder, "model.xml");
  writeFileSync(file, text);
  for (const [name, content] of Object.entries(beside)) writeFileSync(join(folder, name), content);
  await page.evaluate(() => corten.source.send({ op: "pause", value: true }));  // two that draw are too much for software
  const { running, address } = await start("model.xml", folder);
  const { page: own } = await openPage(browser, address);
  const holds = (test, argument) => own.waitForFunction(test, argument, { timeout: 120000, polling: 50 });
  try { await act(own, holds, file); } finally { await own.close(); running.kill(); }
}

const BALL = `<mujoco><worldbody><body name="ball" pos="0 0 1"><joint name="drop" type="slide" axis="0 0 1"/><geom size=".1"/></body>
  <body name="hand" mocap="true" pos="1 0 0"><geom size=".05"/></body></worldbody><keyframe><key name="low" qpos="-.5"/></keyframe></mujoco>`;

test("a model edited on disk is loaded again in its pose", () => withModel(BALL, async (own, holds, file) => {
  await own.evaluate(() => { corten.source.send({ op: "pause", value: true }); corten.source.send({ op: "joint", id: 0, value: 0.25 }); });
  await holds(() => Math.abs(corten.frame().fields[0] - 0.25) < 1e-6);
  writeFileSync(file, BALL.replace('size=".1"', 'size=".2"'));
  await holds(() => corten.model().head.geoms[0].size[0] === 0.2 && Math.abs(corten.frame().fields[0] - 0.25) < 1e-6);
}));

const TETRAHEDRON = (size) => [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]].map((v) => `v ${v.join(" ")}`).join("\n") + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const PARTS = { "part.xml": '<mujoco><worldbody><body name="one"><freejoint/><geom type="mesh" mesh="shape"/></body></worldbody></mujoco>', "shape.obj": TETRAHEDRON(1) };
test("a file it includes, and a mesh, are watched too", () => withModel('<mujoco><asset><mesh name="shape" file="shape.obj"/></asset><include file="part.xml"/></mujoco>', async (own, holds, file) => {
  const { high, low } = await own.evaluate(() => corten.model().head.meshes[0]);
  writeFileSync(join(dirname(file), "shape.obj"), TETRAHEDRON(2));
  await holds((size) => Math.abs(corten.model().head.meshes[0].high[0] - corten.model().head.meshes[0].low[0] - 2 * size) < 1e-6, high[0] - low[0]);
  writeFileSync(join(dirname(file), "part.xml"), PARTS["part.xml"].replace("one", "two"));
  await holds(() => corten.model().head.bodies[1].name === "two");
}, PARTS));

test("a mesh that was missing is loaded once it is there", () => withModel('<mujoco><asset><mesh file="late.obj"/></asset><worldbody><body name="late"><freejoint/><geom type="mesh" mesh="late"/></body></worldbody></mujoco>', async (own, holds, file) => {
  await holds(() => /late\.obj/.test(document.querySelector(".note").textContent));
  writeFileSync(join(dirname(file), "late.obj"), TETRAHEDRON(1));
  await holds(() => corten.model().head.bodies.some((body) => body.name === "late"));
}));

const CLOTH = '<mujoco><worldbody><flexcomp name="cloth" type="grid" count="3 4 1" spacing=".1 .1 .1" radius=".01" dim="2"/></worldbody></mujoco>';
test("edges and vertices of a flex are shown instead of its skin", () => withModel(CLOTH, async (own, holds) => {
  const symbols = (count) => holds((n) => corten.frame().decor.byteLength === 48 * n, count);
  const flag = (word, value) => own.evaluate(([w, v]) => corten.source.send({ op: "flag", id: corten.scene.options.id(w), value: v }), [word, value]);
  await symbols(0);
  await flag("flexskin", false);
  await symbols(23);  // 8 along one side, 9 along the other, 6 across
  await flag("flexvert", true);
  await symbols(23 + 12);
  await flag("flexedge", false);
  await symbols(12);
}));

test("one that is refused leaves the old one and says why, with file and line", () => withModel(BALL, async (own, holds, file) => {
  writeFileSync(file, BALL.replace('size=".1"', 'size="none"'));
  await holds(() => /model\.xml:1/.test(document.querySelector(".note").textContent));
  assert.equal(await own.evaluate(() => corten.model().head.geoms[0].size[0]), 0.1);
}));

test("one that does not load at first shows its diagnostics, and itself once it is mended", () => withModel(BALL.replace("</body>", ""), async (own, holds, file) => {
  await holds(() => /model\.xml/.test(document.querySelector(".note").textContent));
  writeFileSync(file, BALL);
  await holds(() => corten.model().head.bodies.some((body) => body.name === "ball"));
}));

test("keyframes and mocap bodies are set from the page", () => withModel(BALL, async (own, holds) => {
  await own.evaluate(() => corten.source.send({ op: "pause", value: true }));
  await own.selectOption("select[aria-label=keyframe]", "0");
  await holds(() => Math.abs(corten.frame().fields[0] + 0.5) < 1e-6);
  await own.evaluate(() => corten.source.send({ op: "mocap", id: 0, pos: [0.5, 0.25, 0.125] }));
  await holds(() => { const { position } = corten.frame(), at = 3 * corten.model().head.bodies.findIndex((b) => b.name === "hand"); return position[at] === 0.5 && position[at + 1] === 0.25 && position[at + 2] === 0.125; });
}));

const BOOM = `<mujoco><option timestep=".1"/><worldbody><body><joint name="wild" type="slide" stiffness="1e9"/><geom size=".1"/></body></worldbody>
  <keyframe><key qpos="1"/></keyframe></mujoco>`;
test("a number that leaves all bounds pauses and names the joint", () => withModel(BOOM, async (own, holds) => {
  await own.evaluate(() => corten.source.send({ op: "key", id: 0 }));
  await holds(() => /paused: .*wild/.test(document.querySelector(".note").textContent));
  assert.equal(await own.evaluate(() => corten.frame().status.paused), true);
}));

// Budget of a picture and of the stream, on the way to 60 frames a second: drawing is too slow in software to be measured.
test("22 humanoids cost few drawing calls and bytes", async () => {
  const text = readFileSync(join(root, "scenes/humanoid.xml"), "utf8");
  const crowd = text.replace(/(<worldbody>[\s\S]*?)(<body [\s\S]*)(<\/worldbody>)/, (_, before, bodies, end) => `${before}<replicate count="22" offset="1 0 0">${bodies}</replicate>${end}`).replace(/<(contact|equality|tendon|actuator|sensor|keyframe)>[\s\S]*?<\/\1>/g, "");
  await withModel(crowd, async (own, holds) => {
    assert.ok((await own.evaluate(() => corten.model().head.bodies.length)) > 22 * 10);
    await holds(() => corten.scene.frames > 1);
    const { calls } = await own.evaluate(() => corten.scene.cost()), bytes = await own.evaluate(() => corten.source.bytes);
    assert.ok(calls <= 1200, `${calls} calls`);
    assert.ok(bytes <= 40000, `${bytes} bytes`);
  });
});

test("a page that lost its program says so, and finds it again", async () => {
  await page.evaluate(() => corten.source.disconnect());
  await until(() => /no connection/.test(document.querySelector(".note").textContent));
  const { time } = await frame();
  await until((t) => { corten.source.send({ op: "pause", value: false }); return corten.frame().time !== t && !/no connection/.test(document.querySelector(".note").textContent); }, time);
});
