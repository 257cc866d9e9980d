// The two messages every source of motion delivers: a model once, a frame for every moment. The engine's viewer/page_model.h and
// viewer/page_frame.h write them.

import type { OptionState } from "./options";
import type { View } from "./scene";

export interface Thing {
  name: string; body: number; type: number; size: number[]; pos: number[]; quat: number[];
  rgba: number[]; material: number; data: number; group: number; collides: boolean;
}
export interface Surface {
  low: number[]; high: number[]; corners: number; faces: number;
  position: number; normal: number; texcoord: number; index: number;
}
// A flex or skin: its vertices come with every frame, `vertex` says which of them each corner takes.
export interface MovingSurface {
  kind: "flex" | "skin"; id: number; vertices: number; flat: boolean; textured: boolean; rgba: number[]; material: number; group: number;
  corners: number; faces: number; vertex: number; texcoord: number; index: number;
}
export interface Material {
  rgba: number[]; emission: number; specular: number; shininess: number; reflectance: number;
  texture: number; repeat: number[]; uniform: boolean;
}
export interface TextureInfo { type: number; width: number; height: number; channels: number; data: number }
export interface LightInfo {
  body: number; type: number; pos: number[]; dir: number[]; active: boolean; shadow: boolean; cutoff: number; exponent: number;
  attenuation: number[]; ambient: number[]; diffuse: number[]; specular: number[];
}
export interface Joint { name: string; type: number; body: number; qpos: number; dof: number; limited: boolean; range: number[] }
export interface Actuator { name: string; limited: boolean; range: number[] }
export interface ModelHead {
  version: number; name: string; timestep: number;
  sizes: { nq: number; nv: number; nu: number; nsensordata: number };
  stat: { center: number[]; extent: number };
  visual: {
    fovy: number; azimuth: number; elevation: number; znear: number; zfar: number; alpha: number; glow: number; haze: number[]; hazeshare: number; fog: number[]; fogrange: [number, number];
    contact: { width: number; height: number; point: number[]; gap: number[]; forcewidth: number; forcescale: number; force: number[] };
    headlight: { ambient: number[]; diffuse: number[]; specular: number[]; active: boolean };
  };
  bodies: { name: string; parent: number; mass: number; inertia: number[]; mocap: number; dofs: number; fixed: boolean }[];
  geoms: Thing[]; sites: Thing[]; meshes: (Surface & { textured: boolean })[]; hulls: (Surface | null)[]; hfields: Surface[]; surfaces: MovingSurface[];
  options: { flags: { word: string; on: boolean }[]; labels: Record<string, number>; frames: Record<string, number> };
  materials: Material[]; textures: TextureInfo[]; lights: LightInfo[];
  cameras: { name: string; body: number; pos: number[]; quat: number[]; fovy: number }[];
  joints: Joint[]; actuators: Actuator[];
  sensors: { name: string; type: number; adr: number; dim: number }[];
  keys: string[];
}
export interface Model { head: ModelHead; blob: ArrayBuffer; base: number }

export interface Field { name: string; size: number }
// What the engine knows of the selected body; numbers that are not finite are null.
type Numbers = (number | null)[];
export interface Picked {
  body: number; velocity: Numbers; turning: Numbers; centre: Numbers; applied: Numbers; asleep: boolean; tree: number;
  joints: { name: string; qpos: Numbers; qvel: Numbers; qfrc_actuator: Numbers; qfrc_passive: Numbers; qfrc_constraint: Numbers }[];
  contacts: { of: string; with: string; distance: number | null; normal: number | null; friction: number | null }[];
  sensors: { name: string; values: Numbers }[];
  actuators: { name: string; ctrl: number | null; force: number | null }[];
}
export interface Status {
  paused: boolean; speed: number; select: number; contacts: number; rows: number; energy: number[];
  warnings: { text: string; count: number; info: number }[]; fields: Field[]; past: number; message: string;
  picked?: Picked;
  timers?: { stage: string; calls: number; ms: number }[];
  why?: { model: { level: string; rule: string; where: string; message: string; hint: string }[]; now: string[] };
  option?: OptionState & { serial: number };  // set by a program
  camera?: View & { serial: number };
}
// Poses of all bodies: 3 numbers of position, 4 of quaternion (w first) each.
export interface Frame {
  time: number; position: Float32Array; orientation: Float32Array;
  contacts: Float32Array; decor: DataView; fields: Float32Array; status: Status | null;
  worlds: { position: Float32Array; orientation: Float32Array }[];  // others of the same model
  sliders: Float32Array;    // qpos and ctrl, where sliders are open
  vertices: Float32Array;   // of flexes and skins
  labels: Label[];
  colors: Uint8Array;       // rgba per body that tells islands apart; opacity 0, or nothing at all: its own colour
}
export type Label = [number, number, number, string];  // where, what

export const CONTACT = 10;  // numbers per contact
export const DECOR = 48;    // bytes per decoration

export const EMPTY = new Float32Array(0), NO_BYTES = new Uint8Array(0);

export function decodeModel(bytes: ArrayBuffer): Model {
  const size = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, size))) as ModelHead;
  return { head, blob: bytes, base: Math.ceil((4 + size) / 8) * 8 };
}

const POSE = 20;  // bytes of a body

function readPoses(view: DataView, at: number, bodies: number, out: { position: Float32Array; orientation: Float32Array }): void {
  for (let i = 0; i < bodies; i++) {
    for (let k = 0; k < 3; k++, at += 4) out.position[3 * i + k] = view.getFloat32(at, true);
    for (let k = 0; k < 4; k++, at += 2) out.orientation[4 * i + k] = view.getInt16(at, true) / 32767;
  }
}

function readWorlds(view: DataView, bodies: number): Frame["worlds"] {
  const count = Math.floor(view.byteLength / (POSE * bodies));
  return [...Array(count).keys()].map((world) => {
    const out = { position: new Float32Array(3 * bodies), orientation: new Float32Array(4 * bodies) };
    readPoses(view, world * POSE * bodies, bodies, out);
    return out;
  });
}

export function decodeFrame(bytes: ArrayBuffer): Frame {
  const view = new DataView(bytes);
  if (view.getUint8(0) !== 1) throw new Error("this is not a frame");
  const bodies = view.getUint32(4, true);
  const frame: Frame = {
    time: view.getFloat64(16, true), position: new Float32Array(3 * bodies), orientation: new Float32Array(4 * bodies),
    contacts: EMPTY, decor: new DataView(new ArrayBuffer(0)), fields: EMPTY, status: null,
    vertices: EMPTY, labels: [], colors: NO_BYTES, sliders: EMPTY, worlds: [],
  };
  readPoses(view, 24, bodies, frame);
  let at = 24 + POSE * bodies;
  while (at + 8 <= bytes.byteLength) {
    const tag = view.getUint16(at, true), length = view.getUint32(at + 4, true);
    const part = bytes.slice(at + 8, at + 8 + length);
    if (tag === 1) frame.contacts = new Float32Array(part);
    if (tag === 2) frame.decor = new DataView(part);
    if (tag === 3) frame.fields = new Float32Array(part);
    if (tag === 4) frame.status = JSON.parse(new TextDecoder().decode(part));
    if (tag === 5) frame.vertices = new Float32Array(part);
    if (tag === 6) frame.labels = JSON.parse(new TextDecoder().decode(part));
    if (tag === 9) frame.worlds = readWorlds(new DataView(part), bodies);
    if (tag === 8) frame.sliders = new Float32Array(part);
    if (tag === 7) frame.colors = new Uint8Array(part);
    at += 8 + length;
  }
  return frame;
}
