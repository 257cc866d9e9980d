// The picture: a group per body that frames move, lights, contacts and decorations.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { ARROW, HFIELD, LABEL, MESH, SDF, primitive, surfaceGeometry } from "./geometry";
import { CONTACT, DECOR, type Frame, type Model, type Thing } from "./formats";
import { Materials } from "./materials";

THREE.ColorManagement.enabled = false;  // colours are those of the model, as OpenGL's fixed pipeline took them

interface Placed { mesh: THREE.Mesh; thing: Thing; kind: "geom" | "site"; id: number }
export interface Shown { geom: boolean[]; site: boolean[]; contacts: boolean; forces: boolean; shadows: boolean; transparent: boolean; wire: boolean }

const DEFAULT_GROUPS = [true, true, true, false, false, false];

export class Scene {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera: THREE.PerspectiveCamera;
  readonly orbit: OrbitControls;
  readonly shown: Shown = { geom: [...DEFAULT_GROUPS], site: [...DEFAULT_GROUPS], contacts: false, forces: false, shadows: true, transparent: false, wire: false };
  frames = 0;  // drawn so far
  private stale = true;  // whether anything changed since the last picture
  private three = new THREE.Scene();
  private bodies: THREE.Group[] = [];
  private ghosts: THREE.Group[][] = [];
  private placed: Placed[] = [];
  private decor = new THREE.Group();
  private contacts = new THREE.Group();
  private highlight: THREE.BoxHelper | null = null;
  private model: Model | null = null;
  private surfaces = new Map<string, THREE.BufferGeometry>();
  fixedCamera = -1;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.addEventListener("change", () => (this.stale = true));
    this.three.add(this.camera);
  }

  setModel(model: Model): void {
    this.model = model;
    this.three.clear();
    this.three.add(this.camera);
    this.camera.clear();
    this.bodies = [];
    this.placed = [];
    this.ghosts = [];
    this.surfaces.clear();
    const materials = new Materials(model);
    this.three.background = materials.skybox() ?? new THREE.Color(0, 0, 0);
    this.three.backgroundRotation.set(Math.PI / 2, 0, 0);  // skies have y up
    for (const _ of model.head.bodies) this.bodies.push(this.addGroup());
    model.head.geoms.forEach((thing, id) => this.place(thing, "geom", id, materials));
    model.head.sites.forEach((thing, id) => this.place(thing, "site", id, materials));
    this.addLights(model);
    this.three.add(this.decor, this.contacts);
    this.home();
    this.refresh();
  }

  private addGroup(): THREE.Group {
    const group = new THREE.Group();
    this.three.add(group);
    return group;
  }

  private shapeOf(thing: Thing) {
    const model = this.model!;
    if (thing.type === MESH || thing.type === SDF || thing.type === HFIELD) {
      const list = thing.type === HFIELD ? model.head.hfields : model.head.meshes;
      const surface = list[thing.data];
      if (!surface) return null;
      const key = `${thing.type === HFIELD ? "h" : "m"}${thing.data}`;
      if (!this.surfaces.has(key)) this.surfaces.set(key, surfaceGeometry(model, surface));
      return { geometry: this.surfaces.get(key)!, scale: [1, 1, 1] as [number, number, number] };
    }
    return primitive(thing.type, thing.size, model.head.stat.extent);
  }

  private place(thing: Thing, kind: "geom" | "site", id: number, materials: Materials): void {
    const shape = this.shapeOf(thing);
    if (!shape) return;
    const mesh = new THREE.Mesh(shape.geometry, materials.of(thing, shape.scale));
    mesh.scale.set(...shape.scale);
    mesh.position.set(thing.pos[0], thing.pos[1], thing.pos[2]);
    mesh.quaternion.set(thing.quat[1], thing.quat[2], thing.quat[3], thing.quat[0]);
    mesh.castShadow = kind === "geom" && thing.type !== 0;
    mesh.receiveShadow = kind === "geom";
    mesh.userData = { body: thing.body, kind, id };
    this.bodies[thing.body].add(mesh);
    this.placed.push({ mesh, thing, kind, id });
  }

  private addLights(model: Model): void {
    const head = model.head.visual.headlight;
    let ambient = new THREE.Color(0, 0, 0);
    if (head.active) {
      ambient.add(new THREE.Color(...(head.ambient as [number, number, number])));
      const light = new THREE.DirectionalLight(new THREE.Color(...(head.diffuse as [number, number, number])), Math.PI);
      light.position.set(0, 0, 1);
      this.camera.add(light, light.target);
    }
    let shadows = 0;
    for (const info of model.head.lights) {
      if (!info.active) continue;
      ambient.add(new THREE.Color(...(info.ambient as [number, number, number])));
      const color = new THREE.Color(...(info.diffuse as [number, number, number]));
      const light = info.type === 1 ? new THREE.DirectionalLight(color, Math.PI)
        : new THREE.SpotLight(color, Math.PI, 0, Math.min(Math.PI / 2, (info.cutoff * Math.PI) / 180), 0.3, 0);
      light.position.set(info.pos[0], info.pos[1], info.pos[2]);
      light.target.position.set(info.pos[0] + info.dir[0], info.pos[1] + info.dir[1], info.pos[2] + info.dir[2]);
      if (info.shadow && shadows++ < 2) this.castFrom(light, model.head.stat.extent);
      this.bodies[info.body].add(light, light.target);
    }
    this.three.add(new THREE.AmbientLight(ambient, Math.PI));
  }

  private castFrom(light: THREE.DirectionalLight | THREE.SpotLight, extent: number): void {
    light.castShadow = true;
    light.shadow.mapSize.set(2048, 2048);
    light.shadow.bias = -0.0005;
    const camera = light.shadow.camera as THREE.OrthographicCamera;
    if (light instanceof THREE.DirectionalLight) {
      camera.left = camera.bottom = -2 * extent;
      camera.right = camera.top = 2 * extent;
      camera.far = 20 * extent;
    }
  }

  // The free camera of the model: at its centre from one and a half extents.
  home(): void {
    const { stat, visual } = this.model!.head;
    const azimuth = (visual.azimuth * Math.PI) / 180, elevation = (visual.elevation * Math.PI) / 180, distance = 1.5 * stat.extent;
    const forward = new THREE.Vector3(Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation));
    const centre = new THREE.Vector3(...(stat.center as [number, number, number]));
    this.fixedCamera = -1;
    this.orbit.enabled = true;
    this.camera.fov = visual.fovy;
    this.camera.near = visual.znear * stat.extent;
    this.camera.far = Math.max(visual.zfar, 10) * stat.extent;
    this.camera.position.copy(centre).addScaledVector(forward, -distance);
    this.orbit.target.copy(centre);
    this.camera.updateProjectionMatrix();
    this.orbit.update();
  }

  useCamera(id: number): void {
    if (id < 0) return this.home();
    this.stale = true;
    this.fixedCamera = id;
    this.orbit.enabled = false;
    this.camera.fov = this.model!.head.cameras[id].fovy;
    this.camera.updateProjectionMatrix();
  }

  private followCamera(): void {
    if (this.fixedCamera < 0) return;
    const info = this.model!.head.cameras[this.fixedCamera], body = this.bodies[info.body];
    body.updateMatrixWorld();
    this.camera.position.set(info.pos[0], info.pos[1], info.pos[2]).applyMatrix4(body.matrixWorld);
    this.camera.quaternion.copy(body.quaternion).multiply(new THREE.Quaternion(info.quat[1], info.quat[2], info.quat[3], info.quat[0]));
  }

  // Applies the switches to everything that is there.
  refresh(): void {
    for (const { mesh, thing, kind } of this.placed) {
      mesh.visible = this.shown[kind][thing.group] ?? false;
      const material = mesh.material as THREE.MeshPhongMaterial;
      material.wireframe = this.shown.wire;
      const alpha = this.model!.head.materials[thing.material]?.rgba[3] ?? thing.rgba[3];
      const glass = this.shown.transparent && thing.body > 0;
      material.opacity = glass ? 0.3 * alpha : alpha;
      material.transparent = material.opacity < 1;
    }
    this.stale = true;
    this.renderer.shadowMap.enabled = this.shown.shadows;
    this.three.traverse((object) => { if (object instanceof THREE.Mesh) (object.material as THREE.Material).needsUpdate = true; });
  }

  private move(groups: THREE.Group[], frame: Frame): void {
    groups.forEach((group, i) => {
      group.position.fromArray(frame.position, 3 * i);
      const q = frame.orientation;
      group.quaternion.set(q[4 * i + 1], q[4 * i + 2], q[4 * i + 3], q[4 * i]).normalize();
    });
  }

  // One frame, and others of the same model as ghosts.
  show(frame: Frame, others: Frame[] = []): void {
    this.stale = true;
    this.move(this.bodies, frame);
    while (this.ghosts.length < others.length) this.ghosts.push(this.makeGhost(this.ghosts.length));
    this.ghosts.forEach((groups, k) => {
      groups.forEach((group) => (group.visible = k < others.length));
      if (k < others.length) this.move(groups, others[k]);
    });
    this.showContacts(frame.contacts);
    this.showDecor(frame.decor);
    this.followCamera();
  }

  private makeGhost(number: number): THREE.Group[] {
    const color = new THREE.Color().setHSL((0.08 + 0.27 * number) % 1, 0.9, 0.55);
    return this.bodies.map((body, i) => {
      const group = this.addGroup();
      if (i === 0) return group;
      for (const child of body.children)
        if (child instanceof THREE.Mesh && child.userData.kind === "geom") {
          const twin = child.clone();
          twin.material = new THREE.MeshPhongMaterial({ color, transparent: true, opacity: 0.45, depthWrite: false });
          twin.castShadow = false;
          group.add(twin);
        }
      return group;
    });
  }

  private child(group: THREE.Group, index: number): THREE.Mesh {
    while (group.children.length <= index) group.add(new THREE.Mesh(undefined, new THREE.MeshPhongMaterial()));
    const mesh = group.children[index] as THREE.Mesh;
    mesh.visible = true;
    return mesh;
  }

  private hideFrom(group: THREE.Group, index: number): void {
    for (let i = index; i < group.children.length; i++) group.children[i].visible = false;
  }

  private showContacts(contacts: Float32Array): void {
    const extent = this.model!.head.stat.extent, up = new THREE.Vector3(0, 0, 1);
    let used = 0;
    for (let at = 0; at < contacts.length && (this.shown.contacts || this.shown.forces); at += CONTACT) {
      const normal = new THREE.Vector3().fromArray(contacts, at + 3);
      if (this.shown.contacts) this.put(this.contacts, used++, 5, [0.015 * extent, 0.015 * extent, 0.003 * extent], contacts, at, normal, up, [0.9, 0.6, 0.2, 1]);
      if (this.shown.forces && contacts[at + 6] > 0) {
        const length = Math.min(1, contacts[at + 6] * 0.005) * extent * 0.5;
        this.put(this.contacts, used++, ARROW, [0.008 * extent, 0.008 * extent, length], contacts, at, normal, up, [0.7, 0.9, 0.9, 1]);
      }
    }
    this.hideFrom(this.contacts, used);
  }

  private put(group: THREE.Group, index: number, type: number, size: number[], from: Float32Array, at: number, normal: THREE.Vector3, up: THREE.Vector3, rgba: number[]): void {
    const shape = primitive(type, size, this.model!.head.stat.extent)!, mesh = this.child(group, index);
    mesh.geometry = shape.geometry;
    mesh.scale.set(...shape.scale);
    mesh.position.fromArray(from, at);
    mesh.quaternion.setFromUnitVectors(up, normal);
    (mesh.material as THREE.MeshPhongMaterial).color.setRGB(rgba[0], rgba[1], rgba[2]);
  }

  private showDecor(view: DataView): void {
    let used = 0;
    for (let at = 0; at + DECOR <= view.byteLength; at += DECOR) {
      const type = view.getInt32(at, true);
      if (type === LABEL) continue;
      const number = (k: number) => view.getFloat32(at + 8 + 4 * k, true), q = (k: number) => view.getInt16(at + 32 + 2 * k, true) / 32767;
      const shape = primitive(type, [number(0), number(1), number(2)], this.model!.head.stat.extent);
      if (!shape) continue;
      const mesh = this.child(this.decor, used++), material = mesh.material as THREE.MeshPhongMaterial;
      mesh.geometry = shape.geometry;
      mesh.scale.set(...shape.scale);
      mesh.position.set(number(3), number(4), number(5));
      mesh.quaternion.set(q(1), q(2), q(3), q(0));
      const color = (k: number) => view.getUint8(at + 40 + k) / 255;
      material.color.setRGB(color(0), color(1), color(2));
      material.opacity = color(3);
      material.transparent = color(3) < 1;
    }
    this.hideFrom(this.decor, used);
  }

  select(body: number): void {
    this.stale = true;
    if (this.highlight) this.three.remove(this.highlight);
    this.highlight = body > 0 && this.bodies[body] ? new THREE.BoxHelper(this.bodies[body], 0xffcc33) : null;
    if (this.highlight) this.three.add(this.highlight);
  }

  // The first visible geom under a point of the canvas, from -1 to 1.
  pick(x: number, y: number): { body: number; geom: number; point: THREE.Vector3; local: THREE.Vector3 } | null {
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(x, y), this.camera);
    const meshes = this.placed.filter((p) => p.mesh.visible && p.kind === "geom").map((p) => p.mesh);
    const hit = caster.intersectObjects(meshes, false)[0];
    if (!hit) return null;
    const body = hit.object.userData.body as number;
    return { body, geom: hit.object.userData.id, point: hit.point, local: this.bodies[body].worldToLocal(hit.point.clone()) };
  }

  worldPoint(body: number, local: THREE.Vector3): THREE.Vector3 { return this.bodies[body].localToWorld(local.clone()); }

  resize(width: number, height: number): void {
    this.stale = true;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  // Draws if anything changed: a page that rests costs nothing.
  draw(): void {
    if (!this.model || !this.stale) return;
    this.stale = false;
    this.highlight?.update();
    this.renderer.render(this.three, this.camera);
    this.frames++;
  }

  // Which geom is at each pixel of a picture of this size, -1 for none: for tests against the engine's own renderer.
  segmentation(width: number, height: number): Int32Array {
    const target = new THREE.WebGLRenderTarget(width, height), old = this.placed.map((p) => p.mesh.material);
    const background = this.three.background;
    this.three.background = new THREE.Color(0, 0, 0);
    for (const p of this.placed) {
      const id = p.kind === "geom" ? p.id + 1 : 0;
      p.mesh.material = new THREE.MeshBasicMaterial({ color: new THREE.Color((id & 255) / 255, ((id >> 8) & 255) / 255, 0), side: (old[this.placed.indexOf(p)] as THREE.Material).side });
    }
    const camera = this.camera.clone();
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.three, camera);
    const bytes = new Uint8Array(4 * width * height), out = new Int32Array(width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, bytes);
    this.renderer.setRenderTarget(null);
    this.three.background = background;
    this.placed.forEach((p, i) => (p.mesh.material = old[i]));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = 4 * ((height - 1 - y) * width + x);
        out[y * width + x] = bytes[at] + 256 * bytes[at + 1] - 1;
      }
    return out;
  }

  // Drawing calls and triangles of the last picture.
  cost(): { calls: number; triangles: number } {
    const { calls, triangles } = this.renderer.info.render;
    return { calls, triangles };
  }
}
