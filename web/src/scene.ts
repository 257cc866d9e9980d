// The picture: a group per body that frames move, lights, surfaces, symbols; seen by a camera that people turn.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Frame, Model, Thing } from "./formats";
import { fog, Haze } from "./atmosphere";
import { BOX, HFIELD, MESH, PLANE, SDF, primitive, surfaceGeometry, type Shape } from "./geometry";
import { addLights } from "./lights";
import { Materials } from "./materials";
import { Mirror } from "./mirror";
import { Options } from "./options";
import { segmentation } from "./segmentation";
import { Surfaces } from "./surfaces";
import { Symbols } from "./symbols";

THREE.ColorManagement.enabled = false;  // colours are those of the model, as OpenGL's fixed pipeline took them

type Kind = "geom" | "site";
interface Placed {
  mesh: THREE.Mesh; thing: Thing; kind: Kind; id: number; rgba: number[];
  shape: Shape; hull: Shape | null;            // as it is, and as it collides
  look: THREE.MeshPhongMaterial; plain: THREE.MeshPhongMaterial;  // with and without texture
}

// Where the free camera is, as MuJoCo says it.
export interface View { type: number; lookat: number[]; distance: number; azimuth: number; elevation: number; trackbodyid: number; fixedcamid: number }
const FREE = 0, TRACKING = 1, FIXED = 2;

export class Scene {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera: THREE.PerspectiveCamera;
  readonly orbit: OrbitControls;
  readonly options = new Options();
  readonly symbols = new Symbols();
  frames = 0;  // drawn so far
  fixedCamera = -1;
  tracked = -1;        // body the camera follows
  ownContacts = false; // whether contacts are drawn here, not by the engine
  spacing = 0;         // between worlds that are shown side by side, 0 to lay them over each other [m]
  private stale = true;  // whether anything changed since the last picture
  private three = new THREE.Scene();
  private bodies: THREE.Group[] = [];
  private ghosts: THREE.Group[][] = [];
  private placed: Placed[] = [];
  private surfaces = new Surfaces();
  private highlight: THREE.BoxHelper | null = null;
  private model: Model | null = null;
  private sky: THREE.Texture | null = null;
  private haze: Haze | null = null;
  private mirror: Mirror | null = null;
  private geometries = new Map<string, THREE.BufferGeometry>();
  private shownFrame: Frame | null = null;
  private lastTracked: THREE.Vector3 | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.info.autoReset = false;  // a picture is several passes
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.addEventListener("change", () => (this.stale = true));
    this.three.add(this.camera);
  }

  setModel(model: Model): void {
    const first = !this.model;
    this.model = model;
    this.three.clear();
    this.three.add(this.camera);
    this.camera.clear();
    this.bodies = [];
    this.placed = [];
    this.ghosts = [];
    this.geometries.clear();
    this.options.setModel(model.head);
    const materials = new Materials(model);
    this.sky = materials.skybox();
    this.three.backgroundRotation.set(Math.PI / 2, 0, 0);  // skies have y up
    for (const _ of model.head.bodies) this.bodies.push(this.addGroup());
    model.head.geoms.forEach((thing, id) => this.place(thing, "geom", id, materials));
    model.head.sites.forEach((thing, id) => this.place(thing, "site", id, materials));
    this.surfaces.setModel(model, materials);
    this.addMirror();
    this.addHaze();
    addLights(model, this.three, this.camera, this.bodies);
    this.three.add(this.symbols.group, this.surfaces.group);
    if (first) this.home();  // a model that was edited is looked at from where the old one was
    this.refresh();
  }

  private addGroup(): THREE.Group {
    const group = new THREE.Group();
    this.three.add(group);
    return group;
  }

  private surface(list: "meshes" | "hulls" | "hfields", id: number): Shape | null {
    const model = this.model!, surface = model.head[list][id], key = `${list} ${id}`;
    if (!surface) return null;
    if (!this.geometries.has(key)) this.geometries.set(key, surfaceGeometry(model, surface));
    return { geometry: this.geometries.get(key)!, scale: [1, 1, 1] };
  }

  private shapeOf(thing: Thing): Shape | null {
    if (thing.type === HFIELD) return this.surface("hfields", thing.data);
    if (thing.type === MESH || thing.type === SDF) return this.surface("meshes", thing.data);
    return primitive(thing.type, thing.size, this.model!.head.stat.extent);
  }

  private place(thing: Thing, kind: Kind, id: number, materials: Materials): void {
    const shape = this.shapeOf(thing);
    if (!shape) return;
    const isMesh = thing.type === MESH || thing.type === SDF;
    const hull = isMesh && thing.collides ? this.surface("hulls", thing.data) : null;
    const carried = isMesh && this.model!.head.meshes[thing.data].textured;
    const size = isMesh || thing.type === HFIELD || thing.type === PLANE ? thing.size : shape.scale;
    const look = materials.of(thing, carried ? null : shape.scale, true, size), plain = materials.of(thing, null, false);
    const mesh = new THREE.Mesh(shape.geometry, look);
    mesh.scale.set(...shape.scale);
    mesh.position.fromArray(thing.pos);
    mesh.quaternion.set(thing.quat[1], thing.quat[2], thing.quat[3], thing.quat[0]);
    mesh.castShadow = kind === "geom" && thing.type !== PLANE;
    mesh.receiveShadow = kind === "geom";
    mesh.userData = { body: thing.body, kind, id };
    this.bodies[thing.body].add(mesh);
    this.placed.push({ mesh, thing, kind, id, rgba: materials.rgba(thing), shape, hull, look, plain });
  }

  // The first flat thing that reflects is the only mirror.
  private addMirror(): void {
    const { materials } = this.model!.head, shine = (p: Placed) => materials[p.thing.material]?.reflectance ?? 0;
    const found = this.placed.find((p) => p.kind === "geom" && (p.thing.type === PLANE || p.thing.type === BOX) && p.rgba[3] === 1 && shine(p) > 0);
    this.mirror?.dispose();
    this.mirror = found ? new Mirror(found.mesh, shine(found), found.thing.type === BOX ? 1 : 0, [found.look, found.plain]) : null;
  }

  // Over the first plane without an end.
  private addHaze(): void {
    const { visual } = this.model!.head, plane = this.placed.find(({ thing }) => thing.type === PLANE && !(thing.size[0] > 0) && !(thing.size[1] > 0));
    this.haze = plane ? new Haze(plane.mesh, visual.hazeshare, visual.haze) : null;
    if (this.haze) this.three.add(this.haze.mesh);
  }

  // The free camera of the model: at its centre from one and a half extents.
  home(): void {
    const { stat, visual } = this.model!.head;
    this.look({ type: FREE, lookat: stat.center, distance: 1.5 * stat.extent, azimuth: visual.azimuth, elevation: visual.elevation, trackbodyid: -1, fixedcamid: -1 });
  }

  // Looks as a camera of MuJoCo's says: free, following a body, or one of the model's.
  look(view: View): void {
    if (view.type === FIXED) return this.useCamera(view.fixedcamid);
    const { stat, visual } = this.model!.head;
    const azimuth = (view.azimuth * Math.PI) / 180, elevation = (view.elevation * Math.PI) / 180;
    const forward = new THREE.Vector3(Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation));
    this.stale = true;
    this.fixedCamera = -1;
    this.tracked = view.type === TRACKING ? view.trackbodyid : -1;
    this.lastTracked = null;
    this.orbit.enabled = true;
    this.camera.fov = visual.fovy;
    this.camera.near = visual.znear * stat.extent;
    this.camera.far = visual.zfar * stat.extent;
    this.orbit.target.fromArray(this.tracked > 0 ? this.bodies[this.tracked].position.toArray() : view.lookat);
    this.camera.position.copy(this.orbit.target).addScaledVector(forward, -view.distance);
    this.camera.updateProjectionMatrix();
    this.orbit.update();
  }

  // The camera as MuJoCo would say it.
  view(): View {
    const forward = this.orbit.target.clone().sub(this.camera.position), distance = forward.length();
    forward.normalize();
    return {
      type: this.fixedCamera >= 0 ? FIXED : this.tracked > 0 ? TRACKING : FREE, lookat: this.orbit.target.toArray(), distance,
      azimuth: (Math.atan2(forward.y, forward.x) * 180) / Math.PI, elevation: (Math.asin(forward.z) * 180) / Math.PI,
      trackbodyid: this.tracked, fixedcamid: this.fixedCamera,
    };
  }

  useCamera(id: number): void {
    if (id < 0 || id >= this.model!.head.cameras.length) return this.home();
    this.stale = true;
    this.fixedCamera = id;
    this.tracked = -1;
    this.orbit.enabled = false;
    this.camera.fov = this.model!.head.cameras[id].fovy;
    this.camera.updateProjectionMatrix();
    this.followCamera();
  }

  // The camera keeps its distance from this body, none for 0.
  track(body: number): void {
    this.tracked = body > 0 ? body : -1;
    this.lastTracked = null;
  }

  private followCamera(): void {
    if (this.tracked > 0) {
      const now = this.bodies[this.tracked].position, moved = this.lastTracked ? now.clone().sub(this.lastTracked) : new THREE.Vector3();
      this.camera.position.add(moved);
      this.orbit.target.add(moved);
      this.lastTracked = now.clone();
    }
    if (this.fixedCamera < 0) return;
    const info = this.model!.head.cameras[this.fixedCamera], body = this.bodies[info.body];
    body.updateMatrixWorld();
    this.camera.position.fromArray(info.pos).applyMatrix4(body.matrixWorld);
    this.camera.quaternion.copy(body.quaternion).multiply(new THREE.Quaternion(info.quat[1], info.quat[2], info.quat[3], info.quat[0]));
  }

  // Applies the options to everything that is there.
  refresh(): void {
    const { flags, groups, rendering } = this.options, { visual, bodies } = this.model!.head;
    for (const p of this.placed) {
      const { mesh, thing, kind } = p, fixed = bodies[thing.body].fixed;
      mesh.visible = (groups[kind][thing.group] ?? false) && (flags.static || !fixed);
      mesh.geometry = flags.convexhull && p.hull ? p.hull.geometry : p.shape.geometry;
      const material = flags.texture && !(flags.convexhull && p.hull) ? p.look : p.plain;
      mesh.material = material;
      material.wireframe = rendering.wireframe;
      material.color.setRGB(p.rgba[0], p.rgba[1], p.rgba[2]);
      material.opacity = p.rgba[3] * (flags.transparent && !fixed ? visual.alpha : 1);
      material.transparent = material.opacity < 1;
      material.depthWrite = !material.transparent;
    }
    this.surfaces.refresh(this.options, visual.alpha);
    this.three.background = rendering.skybox && this.sky ? this.sky : new THREE.Color(0, 0, 0);
    const foggy = rendering.fog ? fog(visual.fog, ...visual.fogrange) : null;
    if (!foggy !== !this.three.fog) this.recompile();
    this.three.fog = foggy;
    if (this.renderer.shadowMap.enabled !== rendering.shadow) {
      this.renderer.shadowMap.enabled = rendering.shadow;
      this.recompile();
    }
    if (this.shownFrame) this.show(this.shownFrame);
    this.stale = true;
  }

  private recompile(): void {
    this.three.traverse((object) => { if (object instanceof THREE.Mesh) (object.material as THREE.Material).needsUpdate = true; });
  }

  private move(groups: THREE.Group[], frame: Frame["worlds"][0], shift: number[]): void {
    groups.forEach((group, i) => {
      group.position.fromArray(frame.position, 3 * i);
      group.position.x += shift[0];
      group.position.y += shift[1];
      const q = frame.orientation;
      group.quaternion.set(q[4 * i + 1], q[4 * i + 2], q[4 * i + 3], q[4 * i]).normalize();
    });
  }

  // One frame, and others of the same model as ghosts: over it, or side by side in a square.
  show(frame: Frame, others: Frame["worlds"] = []): void {
    this.stale = true;
    this.shownFrame = frame;
    this.move(this.bodies, frame, [0, 0]);
    while (this.ghosts.length < others.length) this.ghosts.push(this.makeGhost(this.ghosts.length));
    const side = Math.ceil(Math.sqrt(others.length + 1));
    this.ghosts.forEach((groups, k) => {
      groups.forEach((group) => (group.visible = k < others.length));
      if (k < others.length) this.move(groups, others[k], [this.spacing * ((k + 1) % side), this.spacing * Math.floor((k + 1) / side)]);
    });
    if (this.options.flags.island) this.colorIslands(frame.colors);
    this.surfaces.show(frame.vertices);
    this.symbols.show(frame, this.model!.head, this.options, this.ownContacts);
    this.followCamera();
  }

  private colorIslands(colors: Uint8Array): void {
    for (const { mesh, thing, plain, rgba } of this.placed) {
      const at = 4 * thing.body, told = colors.length > at && colors[at + 3] > 0;
      if (told) mesh.material = plain;
      const [r, g, b] = told ? [0, 1, 2].map((k) => colors[at + k] / 255) : rgba;
      (mesh.material as THREE.MeshPhongMaterial).color.setRGB(r, g, b);
    }
  }

  private makeGhost(number: number): THREE.Group[] {
    const color = new THREE.Color().setHSL((0.08 + 0.27 * number) % 1, 0.9, 0.55);
    const material = new THREE.MeshPhongMaterial({ color, transparent: true, opacity: 0.45, depthWrite: false });
    return this.bodies.map((body) => {
      const group = this.addGroup();
      for (const child of body.children)
        if (child instanceof THREE.Mesh && child.userData.kind === "geom" && !this.model!.head.bodies[child.userData.body].fixed) {
          const twin = child.clone();
          twin.material = material;
          twin.castShadow = false;
          group.add(twin);
        }
      return group;
    });
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
    this.three.updateMatrixWorld();
    this.renderer.info.reset();
    this.drawAround();
    this.renderer.render(this.three, this.camera);
    this.frames++;
  }

  // Haze around the eye, and the picture in the mirror.
  private drawAround(): void {
    const { rendering } = this.options;
    this.haze?.follow(this.camera);
    if (this.haze && !(rendering.haze && rendering.skybox && this.sky)) this.haze.mesh.visible = false;
    if (!this.mirror) return;
    const haze = this.haze?.mesh.visible ?? false;
    if (this.haze) this.haze.mesh.visible = false;
    if (rendering.reflection && this.mirror.mesh.visible) this.mirror.draw(this.renderer, this.three, this.camera);
    else this.mirror.rest();
    if (this.haze) this.haze.mesh.visible = haze;
  }

  // What is at each pixel of a picture of this size: geom g is g + 1, flex f −(f + 1), skin s −(s + 1001), 0 nothing.
  // For tests against the engine's own renderer.
  segmentation(width: number, height: number): Int32Array {
    const shown = this.symbols.group.visible, geoms = this.placed.length, { fog } = this.three;
    this.symbols.group.visible = false;
    this.three.fog = null;
    if (this.haze) this.haze.mesh.visible = false;
    const things = this.placed.map((p, i) => ({ mesh: p.mesh, code: i + 1 }));
    this.surfaces.meshes.forEach((mesh, i) => things.push({ mesh, code: geoms + i + 1 }));
    const codes = segmentation(this.renderer, this.three, this.camera, things, width, height);
    this.symbols.group.visible = shown;
    this.three.fog = fog;
    return codes.map((code) => {
      if (code === 0) return 0;
      const { kind, id } = things[code - 1].mesh.userData;
      return kind === "geom" ? id + 1 : kind === "flex" ? -(id + 1) : kind === "skin" ? -(id + 1001) : 1000000 + id;
    });
  }

  // Drawing calls and triangles of the last picture.
  cost(): { calls: number; triangles: number } {
    const { calls, triangles } = this.renderer.info.render;
    return { calls, triangles };
  }
}
