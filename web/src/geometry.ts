// Shapes: MuJoCo's primitives, z up, and surfaces of triangles from the blob.
import * as THREE from "three";
import type { Model, Surface } from "./formats";

export const PLANE = 0, HFIELD = 1, SPHERE = 2, CAPSULE = 3, ELLIPSOID = 4, CYLINDER = 5, BOX = 6, MESH = 7, SDF = 8;
export const ARROW = 100, ARROW1 = 101, ARROW2 = 102, LINE = 103, LINEBOX = 104, TRIANGLE = 107, LABEL = 1001;

const standing = new THREE.Matrix4().makeRotationX(Math.PI / 2);  // three's cylinders stand along y, ours along z
const cache = new Map<string, THREE.BufferGeometry>();

function kept(key: string, make: () => THREE.BufferGeometry): THREE.BufferGeometry {
  let geometry = cache.get(key);
  if (!geometry) cache.set(key, (geometry = make()));
  return geometry;
}

function arrow(heads: number): THREE.BufferGeometry {
  // unit length along z, radius 1 of the shaft: a shaft to 0.75 (or between two heads) and cones
  const parts: THREE.BufferGeometry[] = [];
  const first = heads === 2 ? 0.25 : 0, last = heads === 0 ? 1 : 0.75;
  parts.push(new THREE.CylinderGeometry(1, 1, last - first, 16).applyMatrix4(standing).translate(0, 0, (first + last) / 2));
  if (heads > 0) parts.push(new THREE.ConeGeometry(1.75, 0.25, 16).applyMatrix4(standing).translate(0, 0, 0.875));
  if (heads === 2) parts.push(new THREE.ConeGeometry(1.75, 0.25, 16).applyMatrix4(standing).rotateX(Math.PI).translate(0, 0, 0.125));
  return merged(parts);
}

function merged(parts: THREE.BufferGeometry[]): THREE.BufferGeometry {
  const flat = parts.map((part) => part.toNonIndexed());
  const out = new THREE.BufferGeometry();
  for (const name of ["position", "normal"]) {
    const arrays = flat.map((part) => part.getAttribute(name).array as Float32Array);
    const all = new Float32Array(arrays.reduce((sum, a) => sum + a.length, 0));
    let at = 0;
    for (const a of arrays) { all.set(a, at); at += a.length; }
    out.setAttribute(name, new THREE.BufferAttribute(all, 3));
  }
  return out;
}

export interface Shape { geometry: THREE.BufferGeometry; scale: [number, number, number] }

// A primitive by type and MuJoCo's size; null for what has no surface of its own. `extent`: of the model, for endless planes.
export function primitive(type: number, size: number[], extent: number): Shape | null {
  const [a, b, c] = size;
  switch (type) {
    case PLANE: {
      const x = a > 0 ? a : 50 * extent, y = b > 0 ? b : 50 * extent;
      return { geometry: kept("plane", () => new THREE.PlaneGeometry(2, 2)), scale: [x, y, 1] };
    }
    case SPHERE: return { geometry: kept("sphere", () => new THREE.SphereGeometry(1, 32, 20)), scale: [a, a, a] };
    case ELLIPSOID: return { geometry: kept("sphere", () => new THREE.SphereGeometry(1, 32, 20)), scale: [a, b, c] };
    case CYLINDER: return { geometry: kept("cylinder", () => new THREE.CylinderGeometry(1, 1, 2, 32).applyMatrix4(standing)), scale: [a, a, b] };
    case BOX: return { geometry: kept("box", () => new THREE.BoxGeometry(2, 2, 2)), scale: [a, b, c] };
    case CAPSULE: {
      const half = a > 0 ? Math.round((b / a) * 64) / 64 : 0;  // as long as it is thick: a few geometries serve all
      return { geometry: kept(`capsule ${half}`, () => new THREE.CapsuleGeometry(1, 2 * half, 12, 24).applyMatrix4(standing)), scale: [a, a, half > 0 ? b / half : a] };
    }
    case ARROW: case ARROW1: case ARROW2: {
      const heads = type === ARROW2 ? 2 : type === ARROW ? 1 : 0;
      return { geometry: kept(`arrow ${heads}`, () => arrow(heads)), scale: [a, b, c] };
    }
    case LINE: return { geometry: kept("line", () => new THREE.CylinderGeometry(1, 1, 1, 6).applyMatrix4(standing).translate(0, 0, 0.5)), scale: [Math.max(a, 0.001 * extent), Math.max(a, 0.001 * extent), c] };
    case LINEBOX: return { geometry: kept("box", () => new THREE.BoxGeometry(2, 2, 2)), scale: [a, b, c] };
    default: return null;
  }
}

export function surfaceGeometry(model: Model, surface: Surface): THREE.BufferGeometry {
  const at = (place: number) => model.base + place;
  const places = new Uint16Array(model.blob, at(surface.position), 3 * surface.corners);
  const position = new Float32Array(places.length);
  for (let i = 0; i < places.length; i++)
    position[i] = surface.low[i % 3] + (places[i] / 65535) * (surface.high[i % 3] - surface.low[i % 3]);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  const normals = new Int8Array(model.blob, at(surface.normal), 4 * surface.corners), normal = new Int8Array(3 * surface.corners);
  for (let i = 0; i < surface.corners; i++) for (let k = 0; k < 3; k++) normal[3 * i + k] = normals[4 * i + k];
  geometry.setAttribute("normal", new THREE.BufferAttribute(normal, 3, true));
  geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array(model.blob, at(surface.texcoord), 2 * surface.corners), 2));
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(model.blob, at(surface.index), 3 * surface.faces), 1));
  return geometry;
}
