// The two messages every source of motion delivers: a model once, a frame for every moment. The engine's viewer/page_model.h and
// viewer/page_frame.h write them.

export interface Thing {
  name: string; body: number; type: number; size: number[]; pos: number[]; quat: number[];
  rgba: number[]; material: number; data: number; group: number;
}
export interface Surface {
  low: number[]; high: number[]; corners: number; faces: number;
  position: number; normal: number; texcoord: number; index: number;
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
    fovy: number; azimuth: number; elevation: number; znear: number; zfar: number; haze: number[];
    headlight: { ambient: number[]; diffuse: number[]; specular: number[]; active: boolean };
  };
  bodies: { name: string; parent: number; mass: number; inertia: number[]; mocap: number; dofs: number }[];
  geoms: Thing[]; sites: Thing[]; meshes: Surface[]; hulls: (Surface | null)[]; hfields: Surface[];
  materials: Material[]; textures: TextureInfo[]; lights: LightInfo[];
  cameras: { name: string; body: number; pos: number[]; quat: number[]; fovy: number }[];
  joints: Joint[]; actuators: Actuator[];
  sensors: { name: string; type: number; adr: number; dim: number }[];
  keys: string[];
}
export interface Model { head: ModelHead; blob: ArrayBuffer; base: number }

export interface Field { name: string; size: number }
export interface Status {
  paused: boolean; speed: number; select: number; contacts: number; rows: number; energy: number[];
  warnings: { kind: number; count: number; info: number }[]; fields: Field[]; past: number; message: string;
}
// Poses of all bodies: 3 numbers of position, 4 of quaternion (w first) each.
export interface Frame {
  time: number; position: Float32Array; orientation: Float32Array;
  contacts: Float32Array; decor: DataView; fields: Float32Array; status: Status | null;
}

export const CONTACT = 10;  // numbers per contact
export const DECOR = 48;    // bytes per decoration

const EMPTY = new Float32Array(0);

export function decodeModel(bytes: ArrayBuffer): Model {
  const size = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, size))) as ModelHead;
  return { head, blob: bytes, base: Math.ceil((4 + size) / 8) * 8 };
}

export function decodeFrame(bytes: ArrayBuffer): Frame {
  const view = new DataView(bytes);
  if (view.getUint8(0) !== 1) throw new Error("this is not a frame");
  const bodies = view.getUint32(4, true);
  const frame: Frame = {
    time: view.getFloat64(16, true), position: new Float32Array(3 * bodies), orientation: new Float32Array(4 * bodies),
    contacts: EMPTY, decor: new DataView(new ArrayBuffer(0)), fields: EMPTY, status: null,
  };
  let at = 24;
  for (let i = 0; i < bodies; i++) {
    for (let k = 0; k < 3; k++, at += 4) frame.position[3 * i + k] = view.getFloat32(at, true);
    for (let k = 0; k < 4; k++, at += 2) frame.orientation[4 * i + k] = view.getInt16(at, true) / 32767;
  }
  while (at + 8 <= bytes.byteLength) {
    const tag = view.getUint16(at, true), length = view.getUint32(at + 4, true);
    const part = bytes.slice(at + 8, at + 8 + length);
    if (tag === 1) frame.contacts = new Float32Array(part);
    if (tag === 2) frame.decor = new DataView(part);
    if (tag === 3) frame.fields = new Float32Array(part);
    if (tag === 4) frame.status = JSON.parse(new TextDecoder().decode(part));
    at += 8 + length;
  }
  return frame;
}
