// What a picture costs, as the table of docs/viewer.md has it: node web/test/cost.mjs MODEL...
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { corten, openBrowser, openPage } from "./browser.mjs";

const browser = await openBrowser();
console.log("| model | bodies | drawing calls | triangles | bytes per frame |\n|---|---|---|---|---|");
for (const model of process.argv.slice(2)) {
  const running = spawn(corten, ["view", model, "--no-open", "--paused", "--seconds", "600"]);
  const address = await new Promise((resolve) => running.stdout.once("data", (text) => resolve(String(text).split("\n")[0])));
  const { page } = await openPage(browser, address, { width: 640, height: 360 });
  await page.waitForFunction(() => corten.frame() && corten.scene.frames > 1, null, { timeout: 120000 });
  const { bodies, calls, triangles, bytes } = await page.evaluate(() => ({ bodies: corten.model().head.bodies.length, ...corten.scene.cost(), bytes: corten.source.bytes }));
  console.log(`| \`${basename(model)}\` | ${bodies} | ${calls} | ${triangles} | ${bytes} |`);
  await page.close();
  running.kill();
}
await browser.close();
