// Reads what viewer/recording.cpp wrote: tracks of moments, compressed, inside the page.
import type { Field, Frame, Model, ModelHead } from "./formats";

interface Place { at: number; bytes: number }
interface TrackHead {
  name: string; frames: number; low: number[]; high: number[];
  time: Place; position: Place; orientation: Place; contact_start: Place; contacts: Place; decor_start: Place; decor: Place; fields: Place;
}
interface RecordingHead { kind: string; model: { head: ModelHead; blob: Place }; fields: Field[]; tracks: TrackHead[] }

export interface Track { name: string; time: Float32Array; fields: Float32Array; frame(index: number): Frame }
export interface Recording { model: Model; fields: Field[]; tracks: Track[] }

async function inflated(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

// Undoes the byte planes: numbers of `size` bytes.
export function fromPlanes(blob: ArrayBuffer, place: Place, size: number): ArrayBuffer {
  const source = new Uint8Array(blob, place.at, place.bytes), count = place.bytes / size;
  const out = new Uint8Array(place.bytes);
  for (let plane = 0; plane < size; plane++)
    for (let i = 0; i < count; i++) out[i * size + plane] = source[plane * count + i];
  return out.buffer;
}

// Undoes differences over time: `width` numbers per frame, stored number by number.
export function fromDifferences(codes: Uint16Array, width: number): Uint16Array {
  const frames = codes.length / width, out = new Uint16Array(codes.length);
  for (let column = 0; column < width; column++) {
    let last = 0;
    for (let i = 0; i < frames; i++) {
      const code = codes[column * frames + i];
      last = (last + ((code >> 1) ^ -(code & 1))) & 0xffff;
      out[i * width + column] = last;
    }
  }
  return out;
}

function readTrack(head: TrackHead, blob: ArrayBuffer, bodies: number, width: number): Track {
  const floats = (place: Place) => new Float32Array(fromPlanes(blob, place, 4));
  const starts = (place: Place) => new Uint32Array(fromPlanes(blob, place, 4));
  const codes = (place: Place, n: number) => fromDifferences(new Uint16Array(fromPlanes(blob, place, 2)), n);
  const time = floats(head.time), position = codes(head.position, 3 * bodies);
  const orientation = new Int16Array(codes(head.orientation, 4 * bodies).buffer);
  const contactStart = starts(head.contact_start), contacts = floats(head.contacts);
  const decorStart = starts(head.decor_start), decor = blob.slice(head.decor.at, head.decor.at + head.decor.bytes);
  const fields = floats(head.fields);
  const span = head.high.map((high, k) => (high - head.low[k]) / 65535);
  return {
    name: head.name, time, fields,
    frame(index) {
      const p = new Float32Array(3 * bodies), q = new Float32Array(4 * bodies);
      for (let i = 0; i < 3 * bodies; i++) p[i] = head.low[i % 3] + position[index * 3 * bodies + i] * span[i % 3];
      for (let i = 0; i < 4 * bodies; i++) q[i] = orientation[index * 4 * bodies + i] / 32767;
      const last = index + 1 === head.frames;
      return {
        time: time[index], position: p, orientation: q,
        contacts: contacts.subarray(10 * contactStart[index], last ? undefined : 10 * contactStart[index + 1]),
        decor: new DataView(decor.slice(decorStart[index], last ? undefined : decorStart[index + 1])),
        fields: fields.subarray(index * width, (index + 1) * width), status: null,
      };
    },
  };
}

export async function readRecording(headText: string, blobText: string): Promise<Recording> {
  const head = JSON.parse(headText) as RecordingHead;
  const blob = await inflated(blobText);
  const bodies = head.model.head.bodies.length;
  const width = head.fields.reduce((sum, field) => sum + field.size, 0);
  return {
    model: { head: head.model.head, blob, base: head.model.blob.at }, fields: head.fields,
    tracks: head.tracks.map((track) => readTrack(track, blob, bodies, width)),
  };
}
