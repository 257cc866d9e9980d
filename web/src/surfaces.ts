// Flexes and skins: surfaces whose vertices come with every frame.
import * as THREE from "three";
import type { Model, MovingSurface } from "./formats";
import { movingGeometry } from "./geometry";
import type { Materials } from "./materials";
import type { Options } from "./options";

interface Moving { mesh: THREE.Mesh; info: MovingSurface; vertex: Uint32Array; first: number }

export class Surfaces {
  readonly group = new THREE.Group();
  private moving: Moving[] = [];

  setModel(model: Model, materials: Materials): void {
    this.group.clear();
    let first = 0;
    this.moving = model.head.surfaces.map((info) => {
      const look = materials.of(info, null, info.textured);
      look.flatShading = info.flat;
      const mesh = new THREE.Mesh(movingGeometry(model, info), look);
      mesh.frustumCulled = false;  // its box changes
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.userData = { kind: info.kind, id: info.id, opacity: look.opacity };
      this.group.add(mesh);
      const moving = { mesh, info, vertex: new Uint32Array(model.blob, model.base + info.vertex, info.corners), first };
      first += info.vertices;
      return moving;
    });
  }

  refresh(options: Options, alpha: number): void {
    for (const { mesh, info } of this.moving) {
      mesh.visible = (info.kind === "flex" ? options.flexes : options.skins) && (options.groups[info.kind][info.group] ?? false);
      const material = mesh.material as THREE.MeshPhongMaterial;
      material.wireframe = options.rendering.wireframe;
      const flat = info.flat || (info.kind === "flex" && !options.flags.flexskin);  // faces by themselves
      if (material.flatShading !== flat) material.needsUpdate = true;
      material.flatShading = flat;
      material.opacity = mesh.userData.opacity * (options.flags.transparent ? alpha : 1);
      material.transparent = material.opacity < 1;
    }
  }

  show(vertices: Float32Array): void {
    for (const { mesh, info, vertex, first } of this.moving) {
      if (!mesh.visible || vertices.length < 3 * (first + info.vertices)) continue;
      const normals = vertexNormals(vertices, first, info, vertex, mesh.geometry.index!.array);
      const position = mesh.geometry.getAttribute("position") as THREE.BufferAttribute;
      const normal = mesh.geometry.getAttribute("normal") as THREE.BufferAttribute;
      for (let i = 0; i < info.corners; i++)
        for (let k = 0; k < 3; k++) {
          position.array[3 * i + k] = vertices[3 * (first + vertex[i]) + k];
          normal.array[3 * i + k] = normals[3 * vertex[i] + k];
        }
      position.needsUpdate = normal.needsUpdate = true;
      mesh.geometry.boundingSphere = null;
    }
  }

  get meshes(): THREE.Mesh[] { return this.moving.map(({ mesh }) => mesh); }
}

// Face normals weighted by area, summed at the vertices; the shader makes them unit vectors.
function vertexNormals(all: Float32Array, first: number, info: MovingSurface, vertex: Uint32Array, index: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(3 * info.vertices), p = (v: number, k: number) => all[3 * (first + v) + k];
  for (let f = 0; f < index.length; f += 3) {
    const a = vertex[index[f]], b = vertex[index[f + 1]], c = vertex[index[f + 2]];
    const u = [0, 1, 2].map((k) => p(b, k) - p(a, k)), w = [0, 1, 2].map((k) => p(c, k) - p(a, k));
    const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    for (const v of [a, b, c]) for (let k = 0; k < 3; k++) normals[3 * v + k] += n[k];
  }
  return normals;
}
