// Shapes: MuJoCo's primitives, z up, and surfaces of triangles from the blob.
import * as THREE from "three";
import type { Model, MovingSurface, Surface } from "./formats";

export const PLANE = 0, HFIELD = 1, SPHERE = 2, CAPSULE = 3, ELLIPSOID = 4, CYLINDER = 5, BOX = 6, MESH = 7, SDF = 8;
export const ARROW = 100, ARROW1 = 101, ARROW2 = 102, LINE = 103, LINEBOX = 104, LABEL = 1001;

const standing = new THREE.Matrix4().makeRotationX(Math.PI / 2);  // three's cylinders stand along y, ours along z
const cache = new Map<string, THREE.BufferGeometry>();

function kept(key: string, make: () => THREE.BufferGeometry): THREE.BufferGeometry {
  let geometry = cache.get(key);
  if (!geometry) cache.set(key, (geometry = make()));
  return geometry;
}

// Unit size along z and unit radius of the shaft, as far along the length as MuJoCo draws them: a shaft on the first third, a head
// up to the middle; with two heads, the same to both sides of the origin.
function arrow(headWidth: number, twoHeads: boolean): THREE.BufferGeometry {
  const shaft = twoHeads ? new THREE.CylinderGeometry(1, 1, 2 / 3, 16).applyMatrix4(standing)
    : new THREE.CylinderGeometry(1, 1, 1 / 3, 16).applyMatrix4(standing).translate(0, 0, 1 / 6);
  const head = () => new THREE.ConeGeometry(headWidth, 1 / 6, 16).applyMatrix4(standing).translate(0, 0, 5 / 12);
  return merged(twoHeads ? [shaft, head(), head().rotateX(Math.PI)] : [shaft, head()]);
}

function edges(): THREE.BufferGeometry {
  const parts: THREE.BufferGeometry[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const [s, t] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const size = [0.01, 0.01, 0.01], place = [0, 0, 0];
      size[axis] = 2;
      place[(axis + 1) % 3] = s;
      place[(axis + 2) % 3] = t;
      parts.push(new THREE.BoxGeometry(size[0], size[1], size[2]).translate(place[0], place[1], place[2]));
    }
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
    default: return null;
  }
}

// A thing of an abstract picture, whose sizes are the scales along its axes (mjvGeom).
export function symbol(type: number, size: number[], extent: number): Shape | null {
  const [a, b, c] = size, hair = 0.0015 * extent;
  switch (type) {
    case CAPSULE: case CYLINDER: return primitive(type, [a, c, 0], extent);
    case ARROW: return { geometry: kept("arrow", () => arrow(1.75, false)), scale: [a, b, c] };
    case ARROW1: return { geometry: kept("arrow1", () => arrow(1, false)), scale: [a, b, c] };
    case ARROW2: return { geometry: kept("arrow2", () => arrow(1.75, true)), scale: [a, b, c] };
    case LINE: return { geometry: kept("line", () => new THREE.CylinderGeometry(1, 1, 1, 6).applyMatrix4(standing).translate(0, 0, 0.5)), scale: [hair, hair, c] };
    case LINEBOX: return { geometry: kept("edges", edges), scale: [a, b, c] };
    default: return primitive(type, size, extent);
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

// A surface whose vertices come with the frames.
export function movingGeometry(model: Model, surface: MovingSurface): THREE.BufferGeometry {
  const at = (place: number) => model.base + place, geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * surface.corners), 3).setUsage(THREE.DynamicDrawUsage));
  geometry.setAttribute("normal", new THREE.BufferAttribute(new Float32Array(3 * surface.corners), 3).setUsage(THREE.DynamicDrawUsage));
  geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array(model.blob, at(surface.texcoord), 2 * surface.corners), 2));
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(model.blob, at(surface.index), 3 * surface.faces), 1));
  return geometry;
}
