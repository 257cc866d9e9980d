// Several tracks of one recording, or of two: which is drawn solid, which as ghosts, how far they are apart and since when.
import type GUI from "lil-gui";
import { button } from "./panels";
import { Plots } from "./plots";
import type { Track } from "./recording";
import type { Scene } from "./scene";
import type { RecordingSource } from "./sources";

export class Tracks {
  private section = document.createElement("section");
  private lines = document.createElement("div");
  private plots: Plots;
  private layout = { "side by side": false };
  private folder: GUI | null = null;

  constructor(private source: RecordingSource, private scene: Scene, private changed: () => void) {
    this.section.className = "apart";
    this.plots = new Plots(document.createElement("div"));
    this.plots.onPick = (time) => this.go(time);
    this.section.append(Object.assign(document.createElement("h2"), { textContent: "apart from the first track" }), this.lines, this.plots.place);
  }

  show(gui: GUI, side: HTMLElement): void {
    const { tracks } = this.source.recording;
    if (tracks.length < 2) return;
    this.folder?.destroy();
    this.folder = gui.addFolder("tracks");
    const names = Object.fromEntries(tracks.map((track, i) => [track.name || `track ${i}`, i]));
    this.folder.add(this.source, "main", names).name("solid").onChange(() => { this.changed(); this.source.show(); });
    this.folder.add(this.layout, "side by side").onChange((on: boolean) => {
      this.scene.spacing = on ? 1.5 * this.source.recording.model.head.stat.extent : 0;
      this.source.show();
    });
    tracks.forEach((track, i) => this.folder!.add(this.source.overlaid as unknown as Record<string, boolean>, String(i)).name(`show ${track.name}`).onChange(() => this.source.show()));
    side.append(this.section);
    this.compare(tracks);
  }

  private go(time: number): void {
    this.source.playing = false;
    this.source.seek(time);
  }

  // The largest difference of each field at each moment, a line per track; and in words the moment they part.
  private compare([first, ...rest]: Track[]): void {
    const { fields } = this.source, frames = Math.min(first.time.length, ...rest.map((track) => track.time.length));
    const apart = rest.map((track) => differences(first, track, fields.map((field) => field.size), frames));
    this.plots.setFields(fields.map((field) => ({ name: `|Δ ${field.name}|`, size: rest.length })), (_, i) => rest[i].name);
    const rows = new Float32Array(frames * fields.length * rest.length);
    for (let i = 0; i < frames; i++)
      for (let f = 0; f < fields.length; f++) for (let t = 0; t < rest.length; t++) rows[(i * fields.length + f) * rest.length + t] = apart[t][i * fields.length + f];
    this.plots.fill(first.time.subarray(0, frames), rows, fields.length * rest.length);
    this.lines.replaceChildren(...rest.map((track, t) => this.words(track, first, apart[t])));
  }

  private words(track: Track, first: Track, apart: Float32Array): HTMLElement {
    const { fields } = this.source, line = document.createElement("p");
    const at = apart.findIndex((x) => x > 0), worst = apart.reduce((a, b) => Math.max(a, b), 0);
    const time = first.time[Math.floor(at / fields.length)];
    line.append(`${track.name}: `, track.note || (at < 0 ? "the same numbers throughout" : `parts at ${time.toFixed(3)} s in ${fields[at % fields.length].name}`));
    if (at >= 0) line.append(`, largest difference ${worst.toPrecision(3)} `, button("go there", `go to where ${track.name} parts`, () => this.go(time)));
    return line;
  }
}

// Those the engine computed while it had all digits, or of the numbers that were kept.
function differences(first: Track, track: Track, sizes: number[], frames: number): Float32Array {
  if (track.apart.length >= frames * sizes.length) return track.apart;
  const width = sizes.reduce((sum, size) => sum + size, 0), out = new Float32Array(frames * sizes.length);
  for (let i = 0; i < frames; i++) {
    let at = i * width;
    sizes.forEach((size, f) => {
      for (let k = 0; k < size; k++, at++) out[i * sizes.length + f] = Math.max(out[i * sizes.length + f], Math.abs(first.fields[at] - track.fields[at]));
    });
  }
  return out;
}
