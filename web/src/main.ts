// The page: puts a source of motion, the picture, the panels and the keyboard together.
import plotStyle from "uplot/dist/uPlot.min.css";
import style from "./style.css";
import { Hand } from "./drag";
import type { Frame, Model } from "./formats";
import { Panels, button } from "./panels";
import { Plots } from "./plots";
import { Scene } from "./scene";
import { LiveSource, RecordingSource, type Source } from "./sources";

const KEYS: [string, string][] = [
  ["Space", "run or pause"], ["→", "one step"], ["←", "one step back"], ["Backspace", "reset"], ["+ / −", "faster, slower"], ["C", "contacts"],
  ["F", "contact forces"], ["T", "transparent"], ["H", "home: the free camera"], ["I", "panel of bodies and plots"], ["Esc", "select nothing"],
  ["drag, wheel", "turn, shift (right button), zoom"], ["double-click", "select a body"], ["Ctrl + drag", "pull a body; with Shift turn it, with Alt move it"], ["?", "this help"],
];

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
  private play: HTMLButtonElement;
  private scene: Scene;
  private panels: Panels;
  private plots: Plots;
  private model: Model | null = null;
  private frame: Frame | null = null;
  private paused = false;
  private speed = 1;

  constructor(private source: Source) {
    for (const text of [style, plotStyle]) document.head.appendChild(document.createElement("style")).textContent = text;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "the simulation in three dimensions");
    this.side.setAttribute("aria-label", "bodies and plots");
    this.side.hidden = window.innerWidth < 900;
    this.note.hidden = true;
    this.note.setAttribute("role", "alert");
    this.scene = new Scene(this.canvas);
    this.plots = new Plots(element("section", "plots", this.side));
    this.panels = new Panels(this.scene, source, this.side);
    this.panels.onSelect = (body) => this.select(body);
    new Hand(this.canvas, this.scene, source, (body) => this.select(body));
    this.play = button("❚❚", "run or pause", () => this.toggle());
    this.addBar();
    this.addHelp();
    source.onModel = (model) => this.setModel(model);
    source.onFrame = (frame, others) => this.show(frame, others);
    source.onState = (text) => this.say(text);
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("resize", () => this.resize());
    this.resize();
  }

  async start(): Promise<void> {
    await this.source.start();
    const draw = () => { this.scene.draw(); requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
  }

  private addBar(): void {
    const { source } = this;
    this.bar.append(button("⟲", "reset", () => this.reset()), button("◂", "one step back", () => this.step(-1)), this.play, button("▸", "one step", () => this.step(1)), this.clock);
    this.slider.type = "range";
    this.slider.step = "any";
    this.slider.setAttribute("aria-label", "time");
    if (source instanceof RecordingSource) {
      this.slider.oninput = () => { source.playing = false; source.seek(Number(this.slider.value)); this.marks(); };
      source.onTime = (time) => { this.slider.value = String(time); this.plots.mark(time); };
      this.plots.onPick = (time) => { source.playing = false; source.seek(time); this.marks(); };
      this.bar.append(this.slider, button("link", "copy a link to this moment", () => this.share(source)));
    }
    this.bar.append(button("full", "full screen", () => (document.fullscreenElement ? document.exitFullscreen() : document.body.requestFullscreen())),
      button("☰", "panel of bodies and plots", () => (this.side.hidden = !this.side.hidden)), button("?", "help", () => this.help.showModal()));
  }

  private addHelp(): void {
    const table = element("table", "", this.help);
    for (const [key, what] of KEYS) {
      const row = table.insertRow();
      row.insertCell().textContent = key;
      row.insertCell().textContent = what;
    }
    this.help.append(button("close", "close help", () => this.help.close()));
  }

  private setModel(model: Model): void {
    this.model = model;
    document.title = model.head.name;
    this.scene.setModel(model);
    this.panels.setModel(model);
    const { source } = this;
    if (source instanceof RecordingSource) {
      this.slider.min = String(source.start0);
      this.slider.max = String(source.duration);
      this.plots.setFields(source.fields, (field, i) => this.label(field, i));
      this.fillPlots(source);
      const moment = /[#&]t=([\d.]+)/.exec(location.hash);
      if (moment) { source.playing = false; source.time = Number(moment[1]); }
      if (source.recording.tracks.length > 1) this.addTracks(source);
      this.marks();
    } else {
      const input = element("input", "");
      input.placeholder = "fields to plot: qpos, sensordata …";
      input.setAttribute("aria-label", "fields to plot, separated by commas");
      input.onchange = () => source.send({ op: "watch", fields: input.value.split(",").map((name) => name.trim()).filter(Boolean) });
      this.side.prepend(input);
      if (model.head.keys.length) {
        const keys = element("select", "", this.bar);
        keys.setAttribute("aria-label", "keyframe");
        keys.append(new Option("keyframe …", ""), ...model.head.keys.map((name, i) => new Option(name || `key ${i}`, String(i))));
        keys.onchange = () => { if (keys.value) source.send({ op: "key", id: Number(keys.value) }); };
      }
    }
  }

  private width(source: RecordingSource): number { return source.fields.reduce((sum, field) => sum + field.size, 0); }

  private fillPlots(source: RecordingSource): void {
    const track = source.recording.tracks[source.main];
    this.plots.fill(track.time, track.fields, this.width(source));
  }

  // Which of several tracks is drawn solid, which as ghosts, and where they part.
  private addTracks(source: RecordingSource): void {
    const folder = this.panels.gui.addFolder("tracks");
    const names = Object.fromEntries(source.recording.tracks.map((track, i) => [track.name || `track ${i}`, i]));
    folder.add(source, "main", names).onChange(() => { this.fillPlots(source); source.show(); });
    source.recording.tracks.forEach((track, i) => folder.add(source.overlaid as unknown as Record<string, boolean>, String(i)).name(`overlay ${track.name}`).onChange(() => source.show()));
    const section = element("section", "apart", this.side);
    section.append(Object.assign(document.createElement("h2"), { textContent: "difference from the first track" }));
    const [first, ...rest] = source.recording.tracks, width = this.width(source);
    for (const track of rest) {
      let worst = 0, parted = -1;
      for (let i = 0; i < Math.min(first.fields.length, track.fields.length); i++) {
        const difference = Math.abs(first.fields[i] - track.fields[i]);
        if (difference > 0 && parted < 0) parted = Math.floor(i / width);
        worst = Math.max(worst, difference);
      }
      section.append(Object.assign(document.createElement("p"), {
        textContent: `${track.name}: ${parted < 0 ? "the same numbers throughout" : `parts at ${first.time[parted].toFixed(3)} s, largest difference ${worst.toPrecision(3)}`}`,
      }));
    }
  }

  private label(field: string, index: number): string {
    const head = this.model!.head;
    if (field === "qpos") return head.joints.filter((j) => j.qpos <= index).at(-1)?.name ?? String(index);
    if (field === "qvel") return head.joints.filter((j) => j.dof <= index).at(-1)?.name ?? String(index);
    if (field === "ctrl") return head.actuators[index]?.name ?? String(index);
    if (field === "sensordata") return head.sensors.filter((s) => s.adr <= index).at(-1)?.name ?? String(index);
    return String(index);
  }

  private show(frame: Frame, others: Frame[]): void {
    this.frame = frame;
    this.scene.show(frame, others);
    this.clock.textContent = `${frame.time.toFixed(3)} s`;
    if (frame.status) {
      this.paused = frame.status.paused;
      this.speed = frame.status.speed;
      this.plots.setFields(frame.status.fields, (field, i) => this.label(field, i));
      this.plots.push(frame.time, frame.fields);
      this.say(frame.status.message);
    }
    this.marks();
    if (this.panels.selected > 0 && this.scene.frames % 6 === 0) this.panels.select(this.model!, this.panels.selected, frame);
  }

  private marks(): void {
    const running = this.source instanceof RecordingSource ? this.source.playing : !this.paused;
    this.play.textContent = running ? "❚❚" : "▶";
    this.play.setAttribute("aria-pressed", String(running));
  }

  private say(text: string): void {
    this.note.textContent = text;
    this.note.hidden = !text;
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
    location.hash = `t=${source.time.toFixed(3)}`;
    try { await navigator.clipboard.writeText(location.href); } catch { /* the address bar shows it */ }
  }

  private pressed(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const { shown } = this.scene;
    const toggle = (name: "contacts" | "forces" | "transparent", flag: number) => {
      shown[name] = !shown[name];
      this.source.send({ op: "flag", id: flag, value: shown[name] });
      this.scene.refresh();
    };
    const acts: Record<string, () => void> = {
      " ": () => this.toggle(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Backspace: () => this.reset(), "+": () => this.faster(2), "=": () => this.faster(2),
      "-": () => this.faster(0.5), c: () => toggle("contacts", 14), f: () => toggle("forces", 16), t: () => toggle("transparent", 18), h: () => this.scene.home(),
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
  probe() { return { scene: this.scene, source: this.source, frame: () => this.frame, model: () => this.model }; }
}

const text = (id: string) => document.getElementById(id)?.textContent ?? "";
const source = text("head") ? new RecordingSource(text("head"), text("blob")) : new LiveSource(location.hash.slice(1));
const page = new Page(source);
(globalThis as Record<string, unknown>).corten = page.probe();
page.start().catch((problem) => { document.body.textContent = `The page could not start: ${problem}`; });
