// Reads what viewer/recording.cpp wrote: tracks of moments, compressed, inside the page.
import { EMPTY, type Field, type Frame, type Model, type ModelHead } from "./formats";

interface Place { at: number; bytes: number }
interface Points { low: number[]; high: number[]; codes: Place }
interface TrackHead {
  name: string; note: string; frames: number; time: Place; apart: Place; position: Points; orientation: Place; contact_start: Place; contacts: Place;
  decor_start: Place; decor: Place; vertices: Points | null; label_start: Place; labels: Place; colors: Place; fields: Place;
}
interface RecordingHead { kind: string; model: { head: ModelHead; blob: Place }; fields: Field[]; tracks: TrackHead[] }

export interface Track {
  name: string; note: string; time: Float32Array; fields: Float32Array;
  apart: Float32Array;  // per moment and field the largest difference from the first track, where the engine computed it
  frame(index: number): Frame;
}
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

// Points that move: `count` of them in every frame, as codes within their box.
function readPoints(points: Points | null, blob: ArrayBuffer, count: number): (index: number) => Float32Array {
  if (!points || !count) return () => EMPTY;
  const width = 3 * count, codes = fromDifferences(new Uint16Array(fromPlanes(blob, points.codes, 2)), width);
  const span = points.high.map((high, k) => (high - points.low[k]) / 65535);
  return (index) => {
    const out = new Float32Array(width);
    for (let i = 0; i < width; i++) out[i] = points.low[i % 3] + codes[index * width + i] * span[i % 3];
    return out;
  };
}

function readTrack(head: TrackHead, blob: ArrayBuffer, model: ModelHead, width: number): Track {
  const bodies = model.bodies.length;
  const floats = (place: Place) => new Float32Array(fromPlanes(blob, place, 4));
  const starts = (place: Place) => new Uint32Array(fromPlanes(blob, place, 4));
  const bytes = (place: Place) => new Uint8Array(blob, place.at, place.bytes);
  const time = floats(head.time), position = readPoints(head.position, blob, bodies);
  const vertices = readPoints(head.vertices, blob, model.surfaces.reduce((sum, surface) => sum + surface.vertices, 0));
  const orientation = new Int16Array(fromDifferences(new Uint16Array(fromPlanes(blob, head.orientation, 2)), 4 * bodies).buffer);
  const contactStart = starts(head.contact_start), contacts = floats(head.contacts);
  const decorStart = starts(head.decor_start), decor = blob.slice(head.decor.at, head.decor.at + head.decor.bytes);
  const labelStart = starts(head.label_start), labels = bytes(head.labels), colors = bytes(head.colors);
  const fields = floats(head.fields);
  return {
    name: head.name, note: head.note, time, fields, apart: floats(head.apart),
    frame(index) {
      const q = new Float32Array(4 * bodies), last = index + 1 === head.frames;
      for (let i = 0; i < 4 * bodies; i++) q[i] = orientation[index * 4 * bodies + i] / 32767;
      const text = new TextDecoder().decode(labels.subarray(labelStart[index], last ? undefined : labelStart[index + 1]));
      return {
        time: time[index], position: position(index), orientation: q, vertices: vertices(index), sliders: EMPTY, worlds: [],
        contacts: contacts.subarray(10 * contactStart[index], last ? undefined : 10 * contactStart[index + 1]),
        decor: new DataView(decor.slice(decorStart[index], last ? undefined : decorStart[index + 1])),
        labels: text ? JSON.parse(text) : [], colors: colors.subarray(index * 4 * bodies, (index + 1) * 4 * bodies),
        fields: fields.subarray(index * width, (index + 1) * width), status: null,
      };
    },
  };
}

export async function readRecording(headText: string, blobText: string): Promise<Recording> {
  const head = JSON.parse(headText) as RecordingHead;
  const blob = await inflated(blobText);
  const width = head.fields.reduce((sum, field) => sum + field.size, 0);
  return {
    model: { head: head.model.head, blob, base: head.model.blob.at }, fields: head.fields,
    tracks: head.tracks.map((track) => readTrack(track, blob, head.model.head, width)),
  };
}

// The head and blob inside the text of another recording's page.
export async function readRecordingPage(text: string): Promise<Recording> {
  const page = new DOMParser().parseFromString(text, "text/html"), part = (id: string) => page.getElementById(id)?.textContent ?? "";
  if (!part("head")) throw new Error("this file is not a recording");
  return readRecording(part("head"), part("blob"));
}
