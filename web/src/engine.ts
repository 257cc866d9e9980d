// The engine compiled to WebAssembly, and a simulation that it runs inside the page.
import { decodeFrame, decodeModel, type Frame, type Model } from "./formats";
import type { Source } from "./sources";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(size: number): number; release(at: number): void;
  load_model(name: number, nameSize: number, bytes: number, size: number): number;
  problem_text(): number; problem_size(): number; model_bytes(): number; model_size(): number;
  add_command(text: number, size: number): void;
  begin_frame(seconds: number): number; step_some(count: number): void; end_frame(): number; frame_bytes(): number;
  qpos(): number; nq(): number;
}

const NO_SUCH = 52;    // WASI's errno for what is not there: no files, no clock but time, no arguments
const BUDGET_MS = 12;  // of a frame for steps; what does not fit is left out

// What the module asks of a system. Only the time is real.
function system(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const time = (_id: number, _precision: bigint, at: number) => { new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true); return 0; };
  const nothing = (count: number, size: number) => { const view = new DataView(memory().buffer); view.setUint32(count, 0, true); view.setUint32(size, 0, true); return 0; };
  const known: Record<string, unknown> = {
    clock_time_get: time, environ_sizes_get: nothing, args_sizes_get: nothing, environ_get: () => 0, args_get: () => 0,
    proc_exit: (code: number) => { throw new Error(`the engine ended with ${code}`); }, fd_prestat_get: () => 8, sched_yield: () => 0,
    random_get: (at: number, size: number) => { crypto.getRandomValues(new Uint8Array(memory().buffer, at, size)); return 0; },
  };
  return new Proxy(known, { get: (all, name: string) => all[name] ?? (() => NO_SUCH) }) as unknown as WebAssembly.ModuleImports;
}

export class Engine {
  private constructor(private wasm: Exports) {}

  static async start(module: BufferSource): Promise<Engine> {
    let wasm: Exports | null = null;
    const compiled = await WebAssembly.compile(module);
    const calls = system(() => wasm!.memory), imports: WebAssembly.Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(compiled)) (imports[from] ??= {})[name] = calls[name];
    wasm = (await WebAssembly.instantiate(compiled, imports)).exports as unknown as Exports;
    wasm._initialize();
    return new Engine(wasm);
  }

  // Calls with bytes copied into the engine's memory.
  private give<T>(parts: Uint8Array[], use: (...places: number[]) => T): T {
    const places = parts.flatMap((bytes) => { const at = this.wasm.allocate(Math.max(1, bytes.length)); new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(bytes); return [at, bytes.length]; });
    try { return use(...places); } finally { for (let i = 0; i < places.length; i += 2) this.wasm.release(places[i]); }
  }
  private take(at: number, size: number): ArrayBuffer { return this.wasm.memory.buffer.slice(at, at + size) as ArrayBuffer; }

  // A compiled model. Throws with the reason when it is refused.
  load(name: string, bytes: Uint8Array): void {
    if (!this.give([new TextEncoder().encode(name), bytes], (at, length, place, size) => this.wasm.load_model(at, length, place, size)))
      throw new Error(new TextDecoder().decode(this.take(this.wasm.problem_text(), this.wasm.problem_size())));
  }

  model(): Model { return decodeModel(this.take(this.wasm.model_bytes(), this.wasm.model_size())); }
  command(command: Record<string, unknown>): void { this.give([new TextEncoder().encode(JSON.stringify(command))], (at, size) => this.wasm.add_command(at, size)); }
  step(count: number): void { this.wasm.step_some(count); }
  qpos(): Float64Array { return new Float64Array(this.take(this.wasm.qpos(), 8 * this.wasm.nq())); }

  // One frame after so many seconds of the clock, or fewer if the machine is too slow for them.
  frame(seconds: number): Frame {
    const start = performance.now();
    for (let left = this.wasm.begin_frame(seconds); left > 0 && performance.now() - start < BUDGET_MS; left -= 8) this.wasm.step_some(Math.min(8, left));
    const size = this.wasm.end_frame();
    return decodeFrame(this.take(this.wasm.frame_bytes(), size));
  }
}

async function fetched(file: string): Promise<ArrayBuffer> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} is not beside the page (${answer.status})`);
  return answer.arrayBuffer();
}

export class EngineSource implements Source {
  readonly live = true;
  onModel: Source["onModel"] = () => {};
  onFrame: Source["onFrame"] = () => {};
  onState: Source["onState"] = () => {};
  engine: Engine | null = null;

  // `model`: a file beside the page, as the engine's own.
  constructor(private model: string) {}

  async start(): Promise<void> {
    this.onState("loading the engine");
    try {
      this.engine = await Engine.start(await fetched("corten.wasm"));
      this.engine.load(this.model, new Uint8Array(await fetched(this.model)));
    } catch (problem) {
      this.onState(problem instanceof Error ? problem.message : String(problem));
      return;
    }
    this.onState("");
    this.onModel(this.engine.model());
    let last = performance.now();
    const tick = (now: number) => {
      this.onFrame(this.engine!.frame(Math.min(0.1, (now - last) / 1000)), []);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  send(command: Record<string, unknown>): void { this.engine?.command(command); }
}
