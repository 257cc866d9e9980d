// The page: puts a source of motion, the picture, the panels and the keyboard together.
import GUI from "lil-gui";
import plotStyle from "uplot/dist/uPlot.min.css";
import style from "./style.css";
import { Controls } from "./controls";
import { Hand } from "./drag";
import { EngineSource } from "./engine";
import type { Frame, Model, Status } from "./formats";
import { movie, save, videoType, type Format } from "./movie";
import { Panels, button } from "./panels";
import { Plots } from "./plots";
import { readRecordingPage } from "./recording";
import { Scene } from "./scene";
import { LiveSource, RecordingSource, type Source } from "./sources";
import { Switches } from "./switches";
import { Tracks } from "./tracks";

const KEYS: [string, string][] = [
  ["Space", "run or pause"], ["→", "one step"], ["←", "one step back"], ["Backspace", "reset"], ["+ / −", "faster, slower"], ["C", "contacts"],
  ["F", "contact forces"], ["T", "transparent"], ["J", "joints"],
  ["M", "centres of mass"], ["X", "convex hulls"], ["L", "islands and sleep by colour"], ["H", "home: the free camera"], ["I", "panel of bodies and plots"], ["Esc", "select nothing"],
  ["drag, wheel", "turn, shift (right button), zoom"], ["double-click", "select a body"], ["Ctrl + drag", "pull a body; with Shift turn it, with Alt move it"], ["?", "this help"],
];

const READ_MS = 250;  // numbers that change faster cannot be read

// Browsers lay out anew what is written, even if it is the same.
function write(place: HTMLElement, text: string): void { if (place.textContent !== text) place.textContent = text; }

const element = <K extends keyof HTMLElementTagNameMap>(name: K, className: string, parent: HTMLElement = document.body) => {
  const made = document.createElement(name);
  made.className = className;
  return parent.appendChild(made);
};

class Page {
  private canvas = element("canvas", "view");
  private side = element("aside", "side");
  private bar = element("nav", "bar");
  private note = element("div", "note");
  private help = element("dialog", "");
  private clock = document.createElement("output");
  private slider = document.createElement("input");
  private keys = document.createElement("select");
  private play: HTMLButtonElement;
  private scene: Scene;
  private gui = new GUI({ title: "show" });
  private switches: Switches;
  private controls: Controls;
  private panels: Panels;
  private plots: Plots;
  private tracks: Tracks | null = null;
  private model: Model | null = null;
  private frame: Frame | null = null;
  private paused = false;
  private speed = 1;
  private described = 0;  // when the selected body was last described
  private optionSerial = 0;
  private cameraSerial = 0;

  constructor(private source: Source) {
    for (const text of [style, plotStyle]) document.head.appendChild(document.createElement("style")).textContent = text;
    const narrow = window.innerWidth < 900;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "the simulation in three dimensions");
    this.side.setAttribute("aria-label", "bodies and plots");
    this.side.hidden = narrow;
    this.bar.setAttribute("aria-label", "time");
    this.note.hidden = true;
    this.note.setAttribute("role", "alert");
    this.scene = new Scene(this.canvas);
    this.scene.ownContacts = !source.live;
    if (source.live) this.side.append(this.watchField(source));
    this.plots = new Plots(element("section", "plots", this.side));
    this.panels = new Panels(source, this.side);
    this.panels.onSelect = (body) => this.select(body);
    this.switches = new Switches(this.scene, source);
    this.controls = new Controls(source);
    if (narrow) this.gui.close();
    new Hand(this.canvas, this.scene, source, (body) => this.select(body));
    this.play = button("❚❚", "run or pause", () => this.toggle());
    this.addBar();
    this.addHelp();
    source.onModel = (model) => this.setModel(model);
    source.onFrame = (frame, others) => this.show(frame, others);
    source.onState = (text) => this.say(text);
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("resize", () => this.resize());
    if (source.live) this.scene.orbit.addEventListener("end", () => source.send({ op: "camera", ...this.scene.view() }));
    this.resize();
  }

  async start(): Promise<void> {
    await this.source.start();
    const draw = () => { this.scene.draw(); requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
  }

  private watchField(source: Source): HTMLElement {
    const input = document.createElement("input");
    input.placeholder = "fields to plot: qpos, sensordata …";
    input.setAttribute("aria-label", "fields to plot, separated by commas");
    input.onchange = () => source.send({ op: "watch", fields: input.value.split(",").map((name) => name.trim()).filter(Boolean) });
    const ready = (name: string) => button(name, `plot ${name}`, () => { input.value = name; input.onchange!(new Event("change")); });
    const line = document.createElement("div");
    line.append(input, ready("sensordata"), ready("energy"));
    return line;
  }

  private addBar(): void {
    const { source } = this;
    this.bar.append(button("⟲", "reset", () => this.reset()), button("◂", "one step back", () => this.step(-1)), this.play, button("▸", "one step", () => this.step(1)), this.clock);
    if (source instanceof RecordingSource) this.addRecordingBar(source);
    this.keys.setAttribute("aria-label", "keyframe");
    this.keys.hidden = true;
    this.keys.onchange = () => { if (this.keys.value) source.send({ op: "key", id: Number(this.keys.value) }); };
    this.bar.append(this.keys, button("full", "full screen", () => (document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen())),
      button("☰", "panel of bodies and plots", () => (this.side.hidden = !this.side.hidden)), button("?", "help", () => this.help.showModal()));
  }

  private addRecordingBar(source: RecordingSource): void {
    this.slider.type = "range";
    this.slider.step = "any";
    this.slider.setAttribute("aria-label", "time");
    this.slider.oninput = () => { source.playing = false; source.seek(Number(this.slider.value)); this.marks(); };
    source.onTime = (time) => { this.slider.value = String(time); this.plots.mark(time); };
    this.plots.onPick = (time) => { source.playing = false; source.seek(time); this.marks(); };
    const keep = document.createElement("select");
    keep.setAttribute("aria-label", "save as a moving picture");
    keep.append(new Option("save …", ""), new Option("GIF", "gif"));
    if (videoType()) keep.append(new Option(videoType().split(/[/;]/)[1].toUpperCase(), "video"));
    keep.onchange = () => { const format = keep.value; keep.value = ""; if (format) void this.saveMovie(source, format as Format); };
    const other = document.createElement("input");
    other.type = "file";
    other.accept = ".html";
    other.hidden = true;
    other.setAttribute("aria-label", "recording to compare with");
    other.onchange = () => { if (other.files?.[0]) void this.compare(source, other.files[0]); };
    this.bar.append(this.slider, button("link", "copy a link to this moment", () => this.share(source)), keep, other, button("compare", "open another recording beside this one", () => other.click()));
  }

  private async saveMovie(source: RecordingSource, format: Format): Promise<void> {
    const made = await movie(format, this.scene, source, (part) => this.say(`saving: ${Math.round(100 * part)} %`));
    this.say("");
    save(made, this.model!.head.name);
    this.saved = { type: made.type, size: made.size };
  }
  private saved: { type: string; size: number } | null = null;

  private async compare(source: RecordingSource, file: File): Promise<void> {
    try {
      source.add(await readRecordingPage(await file.text()));
      this.tracks!.show(this.gui, this.side);
      this.side.hidden = false;
      this.say("");
    } catch (problem) {
      this.say(`${file.name}: ${problem instanceof Error ? problem.message : problem}`);
    }
  }

  private addHelp(): void {
    const table = element("table", "", this.help);
    for (const [key, what] of KEYS) {
      const row = table.insertRow();
      row.insertCell().textContent = key;
      row.insertCell().textContent = what;
    }
    this.help.setAttribute("aria-label", "keys");
    this.help.append(button("close", "close help", () => this.help.close()));
  }

  private setModel(model: Model): void {
    this.model = model;
    document.title = model.head.name;
    this.scene.setModel(model);
    this.panels.setModel(model);
    const closed = this.gui._closed;
    this.gui.destroy();
    this.worlds = null;
    this.gui = new GUI({ title: "show", closeFolders: false });
    if (closed) this.gui.close();
    this.switches.addTo(this.gui, model.head);
    if (this.source.live) this.controls.addTo(this.gui, model.head);
    this.keys.hidden = !this.source.live || !model.head.keys.length;
    this.keys.replaceChildren(new Option("keyframe …", ""), ...model.head.keys.map((name, i) => new Option(name || `key ${i}`, String(i))));
    if (this.source instanceof RecordingSource) this.setRecording(this.source);
  }

  private setRecording(source: RecordingSource): void {
    this.slider.min = String(source.start0);
    this.slider.max = String(source.duration);
    this.plots.setFields(source.fields, (field, i) => this.label(field, i));
    this.fillPlots(source);
    this.tracks = new Tracks(source, this.scene, () => this.fillPlots(source));
    this.tracks.show(this.gui, this.side);
    const moment = /[#&]t=([\d.]+)/.exec(location.hash), camera = /[#&]camera=([-\d.,e]+)/.exec(location.hash);
    if (moment) { source.playing = false; source.time = Number(moment[1]); }
    if (camera) {
      const [x, y, z, distance, azimuth, elevation] = camera[1].split(",").map(Number);
      this.scene.look({ type: 0, lookat: [x, y, z], distance, azimuth, elevation, trackbodyid: -1, fixedcamid: -1 });
    }
    this.marks();
  }

  // Several worlds that run: side by side or over each other, one of them solid.
  private addWorlds(count: number): void {
    this.worlds = this.gui.addFolder("worlds");
    const { extent } = this.model!.head.stat, apart = (on: boolean) => (this.scene.spacing = on ? 1.5 * extent : 0);
    apart(true);
    this.worlds.add({ "side by side": true }, "side by side").onChange(apart);
    this.worlds.add({ solid: 0 }, "solid", 0, count - 1, 1).onChange((id: number) => this.source.send({ op: "world", id }));
  }
  private worlds: GUI | null = null;

  private width(source: RecordingSource): number { return source.fields.reduce((sum, field) => sum + field.size, 0); }

  private fillPlots(source: RecordingSource): void {
    const track = source.recording.tracks[source.main];
    this.plots.fill(track.time, track.fields, this.width(source));
  }

  private label(field: string, index: number): string {
    const head = this.model!.head;
    if (field === "qpos") return head.joints.filter((j) => j.qpos <= index).at(-1)?.name ?? String(index);
    if (field === "qvel") return head.joints.filter((j) => j.dof <= index).at(-1)?.name ?? String(index);
    if (field === "ctrl") return head.actuators[index]?.name ?? String(index);
    if (field === "sensordata") return head.sensors.filter((s) => s.adr <= index).at(-1)?.name ?? String(index);
    return String(index);
  }

  private show(frame: Frame, others: Frame["worlds"]): void {
    this.frame = frame;
    if (frame.status) this.hear(frame.status);
    if (this.source.live && others.length && !this.worlds) this.addWorlds(others.length + 1);
    this.scene.show(frame, others);
    write(this.clock, `${frame.time.toFixed(3)} s`);
    if (frame.status) {
      this.plots.setFields(frame.status.fields, (field, i) => this.label(field, i));
      this.plots.push(frame.time, frame.fields);
      this.controls.follow(frame);
    }
    this.marks();
    if (this.panels.selected > 0 && !this.side.hidden && performance.now() > this.described + READ_MS) {
      this.described = performance.now();
      this.panels.describe(this.model!, frame);
    }
  }

  // What the engine and its program say.
  private hear(status: Status): void {
    this.paused = status.paused;
    this.speed = status.speed;
    this.say(status.message);
    if (!this.side.hidden) this.panels.tell(status);
    if (status.option && status.option.serial !== this.optionSerial) {
      this.optionSerial = status.option.serial;
      this.scene.options.set(status.option);
      this.scene.refresh();
      this.switches.update();
    }
    if (status.camera && status.camera.serial !== this.cameraSerial) {
      this.cameraSerial = status.camera.serial;
      this.scene.look(status.camera);
    }
    if (status.select !== this.panels.selected) {
      this.scene.select(status.select);
      this.panels.select(this.model!, status.select, this.frame ?? undefined);
    }
  }

  private marks(): void {
    const running = this.source instanceof RecordingSource ? this.source.playing : !this.paused;
    write(this.play, running ? "❚❚" : "▶");
    if (this.play.getAttribute("aria-pressed") !== String(running)) this.play.setAttribute("aria-pressed", String(running));
  }

  private say(text: string): void {
    write(this.note, text);
    if (this.note.hidden !== !text) this.note.hidden = !text;
  }

  private select(body: number): void {
    if (!this.model) return;
    this.scene.select(body);
    this.panels.select(this.model, body, this.frame ?? undefined);
    this.source.send({ op: "select", body });
  }

  private toggle(): void {
    if (this.source instanceof RecordingSource) this.source.playing = !this.source.playing;
    else this.source.send({ op: "pause", value: !this.paused });
    this.marks();
  }

  private step(by: number): void {
    if (this.source instanceof RecordingSource) return this.source.stepBy(by);
    if (!this.paused) this.source.send({ op: "pause", value: true });
    this.source.send(by > 0 ? { op: "step", more: 0 } : { op: "back" });
  }

  private reset(): void {
    if (this.source instanceof RecordingSource) this.source.seek(this.source.start0);
    else this.source.send({ op: "reset" });
  }

  private faster(factor: number): void {
    if (this.source instanceof RecordingSource) this.source.speed = this.speed = Math.min(16, Math.max(1 / 16, this.speed * factor));
    else this.source.send({ op: "speed", value: this.speed * factor });
  }

  private async share(source: RecordingSource): Promise<void> {
    const { lookat, distance, azimuth, elevation } = this.scene.view();
    location.hash = `t=${source.time.toFixed(3)}&camera=${[...lookat, distance, azimuth, elevation].map((x) => Number(x.toPrecision(5))).join(",")}`;
    try { await navigator.clipboard.writeText(location.href); } catch { /* the address bar shows it */ }
  }

  private pressed(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const toggle = (word: string) => this.switches.flag(word, !this.scene.options.flags[word]);
    const acts: Record<string, () => void> = {
      " ": () => this.toggle(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Backspace: () => this.reset(), "+": () => this.faster(2), "=": () => this.faster(2),
      "-": () => this.faster(0.5), c: () => toggle("contactpoint"), f: () => toggle("contactforce"), t: () => toggle("transparent"),
      j: () => toggle("joint"), m: () => toggle("com"), x: () => toggle("convexhull"), l: () => toggle("island"), h: () => this.scene.home(),
      i: () => (this.side.hidden = !this.side.hidden), Escape: () => this.select(0), "?": () => this.help.showModal(),
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      act();
    }
    this.source.send({ op: "pressed", key: event.keyCode });
  }

  private resize(): void { this.scene.resize(window.innerWidth, window.innerHeight); }

  // For tests in a browser.
  probe() { return { scene: this.scene, source: this.source, frame: () => this.frame, model: () => this.model, saved: () => this.saved }; }
}

const text = (id: string) => document.getElementById(id)?.textContent ?? "";

// What moves the picture: the engine beside the page, a recording inside it, or the program that serves it.
function sourceOf(head: string): Source {
  if (!head) return new LiveSource(location.hash.slice(1));
  const { kind, model } = JSON.parse(head) as { kind: string; model: string };
  const other = text("other-head") ? { head: text("other-head"), blob: text("other-blob") } : null;
  return kind === "engine" ? new EngineSource(model) : new RecordingSource(head, text("blob"), other);
}

const source = sourceOf(text("head"));
const page = new Page(source);
(globalThis as Record<string, unknown>).corten = page.probe();
page.start().catch((problem) => { document.body.textContent = `The page could not start: ${problem}`; });
