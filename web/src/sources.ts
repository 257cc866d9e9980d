// Where motion comes from: a program that streams, or a recording inside the page. Both say the same to the rest of the page.
import { decodeFrame, decodeModel, type Field, type Frame, type Model } from "./formats";
import { readRecording, type Recording } from "./recording";

export interface Source {
  readonly live: boolean;
  onModel: (model: Model) => void;
  onFrame: (frame: Frame, others: Frame["worlds"]) => void;
  onState: (text: string) => void;  // how the connection is
  send(command: Record<string, unknown>): void;
  start(): Promise<void>;
}

const RETRY_MS = 1000;

export class LiveSource implements Source {
  readonly live = true;
  onModel: Source["onModel"] = () => {};
  onFrame: Source["onFrame"] = () => {};
  onState: Source["onState"] = () => {};
  pilot = false;
  bytes = 0;  // of the last frame
  private socket: WebSocket | null = null;
  private waiting: Frame | null = null;
  private ready = false;

  constructor(private token: string) {}

  async start(): Promise<void> {
    this.connect();
    const tick = () => {
      if (this.waiting && this.ready) this.onFrame(this.waiting, this.waiting.worlds);
      this.waiting = null;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${location.host}/stream?token=${this.token}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => this.onState("");
    socket.onmessage = (event) => {
      if (typeof event.data === "string") this.told(JSON.parse(event.data));
      else {
        this.bytes = event.data.byteLength;
        this.waiting = decodeFrame(event.data);
      }
    };
    socket.onclose = () => {
      this.ready = false;
      this.onState("no connection; trying again");
      setTimeout(() => this.connect(), RETRY_MS);
    };
  }

  private async told(message: { op: string; pilot: boolean }): Promise<void> {
    if (message.op !== "model") return;
    this.pilot = message.pilot;
    const answer = await fetch(`/model?token=${this.token}`);
    if (!answer.ok) return this.onState(await answer.text());
    this.onModel(decodeModel(await answer.arrayBuffer()));
    this.ready = true;
    this.onState(message.pilot ? "" : "watching: another page steers");
  }

  disconnect(): void { this.socket?.close(); }

  send(command: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}

export class RecordingSource implements Source {
  readonly live = false;
  onModel: Source["onModel"] = () => {};
  onFrame: Source["onFrame"] = () => {};
  onState: Source["onState"] = () => {};
  onTime: (time: number) => void = () => {};
  recording!: Recording;
  playing = true;
  speed = 1;
  time = 0;
  main = 0;              // the track that is drawn solid
  overlaid: boolean[] = [];
  private last = 0;

  // `other`: a second recording in the same page.
  constructor(private head: string, private blob: string, private other: { head: string; blob: string } | null = null) {}

  get duration(): number { return Math.max(...this.recording.tracks.map((track) => track.time[track.time.length - 1] ?? 0)); }
  get start0(): number { return Math.min(...this.recording.tracks.map((track) => track.time[0] ?? 0)); }
  get fields(): Field[] { return this.recording.fields; }

  async start(): Promise<void> {
    this.recording = await readRecording(this.head, this.blob);
    this.overlaid = this.recording.tracks.map(() => true);
    if (this.other) this.join(await readRecording(this.other.head, this.other.blob));
    this.time = this.start0;
    this.onModel(this.recording.model);
    const tick = (now: number) => {
      const passed = this.last ? (now - this.last) / 1000 : 0;
      this.last = now;
      if (this.playing) {
        this.time += passed * this.speed;
        if (this.time > this.duration) this.time = this.start0;
        this.show();
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.show();
  }

  // The tracks of another recording beside those of this one.
  add(other: Recording): void {
    this.join(other);
    this.show();
  }

  private join(other: Recording): void {
    const mine = this.recording, bodies = (r: Recording) => r.model.head.bodies.map((body) => body.name).join("\n");
    if (bodies(other) !== bodies(mine)) throw new Error("this is a recording of another model");
    if (JSON.stringify(other.fields) !== JSON.stringify(mine.fields)) throw new Error("this recording has other fields");
    const known = new Set(mine.tracks.map((track) => track.name));
    for (const track of other.tracks) {
      mine.tracks.push({ ...track, name: known.has(track.name) ? `${track.name} (2)` : track.name, note: "", apart: track.apart.subarray(0, 0) });
      this.overlaid.push(true);
    }
  }

  // Index of the frame at the current time.
  indexIn(track: number): number {
    const times = this.recording.tracks[track].time;
    let low = 0, high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= this.time + 1e-6) low = middle; else high = middle - 1;
    }
    return low;
  }

  show(): void {
    const frame = (track: number) => this.recording.tracks[track].frame(this.indexIn(track));
    const others = this.recording.tracks.map((_, i) => i).filter((i) => i !== this.main && this.overlaid[i]).map(frame);
    this.onFrame(frame(this.main), others);
    this.onTime(this.time);
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.start0), this.duration);
    this.show();
  }

  stepBy(frames: number): void {
    const times = this.recording.tracks[this.main].time;
    const next = Math.min(Math.max(this.indexIn(this.main) + frames, 0), times.length - 1);
    this.playing = false;
    this.seek(times[next]);
  }

  send(): void {}  // a recording cannot be steered
}
