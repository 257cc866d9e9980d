// A real browser for tests: Debian's Chromium, WebGL in software.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const corten = process.env.CORTEN ?? join(root, "build/release/apps/corten");

// What a Python program that has the package prints, as bytes.
export function python(words) {
  const env = { ...process.env, PYTHONPATH: join(root, "build/release/python") };
  return execFileSync(join(root, ".venv/bin/python"), words.map(String), { cwd: root, env, maxBuffer: 1 << 28 });
}

const PATIENCE = 120000;  // [ms]; WebGL in software on a busy machine takes its time

export async function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
}

// A page that fails the test on any error in it.
export async function openPage(browser, url, size = { width: 920, height: 320 }) {
  const page = await browser.newPage({ viewport: size });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url, { timeout: PATIENCE, waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.corten?.scene.frames > 0, null, { timeout: PATIENCE });
  return { page, errors };
}
