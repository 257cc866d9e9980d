// A hand that pulls: Ctrl and drag pulls the selected body by a spring, with Shift as well it turns it, with Alt it moves it at once.
import * as THREE from "three";
import type { Scene } from "./scene";
import type { Source } from "./sources";

export class Hand {
  private held: { body: number; local: THREE.Vector3; plane: THREE.Plane; mode: string; x: number; y: number } | null = null;

  constructor(private canvas: HTMLCanvasElement, private scene: Scene, private source: Source, private select: (body: number) => void) {
    canvas.addEventListener("dblclick", (event) => {
      const hit = scene.pick(...this.place(event));
      this.select(hit ? hit.body : 0);
    });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => this.up());
  }

  private place(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [(2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height];
  }

  private down(event: PointerEvent): void {
    if (!event.ctrlKey || !this.source.live) return;
    const hit = this.scene.pick(...this.place(event));
    if (!hit || hit.body === 0) return;
    event.preventDefault();
    this.scene.orbit.enabled = false;
    this.canvas.setPointerCapture(event.pointerId);
    this.select(hit.body);
    const forward = this.scene.camera.getWorldDirection(new THREE.Vector3());
    const mode = event.shiftKey ? "torque" : event.altKey ? "pose" : "force";
    this.held = { body: hit.body, local: hit.local, plane: new THREE.Plane().setFromNormalAndCoplanarPoint(forward, hit.point), mode, x: event.clientX, y: event.clientY };
  }

  private move(event: PointerEvent): void {
    if (!this.held) return;
    const caster = new THREE.Raycaster(), [x, y] = this.place(event), { held } = this;
    caster.setFromCamera(new THREE.Vector2(x, y), this.scene.camera);
    const target = caster.ray.intersectPlane(held.plane, new THREE.Vector3());
    if (!target) return;
    const camera = this.scene.camera, size = this.canvas.clientHeight;
    const turn = new THREE.Vector3((event.clientY - held.y) / size, (event.clientX - held.x) / size, 0).multiplyScalar(2 * Math.PI).applyQuaternion(camera.quaternion);
    held.x = event.clientX;
    held.y = event.clientY;
    this.source.send({ op: "perturb", body: held.body, mode: held.mode, local: held.local.toArray(), target: target.toArray(), turn: turn.toArray() });
  }

  private up(): void {
    if (!this.held) return;
    this.source.send({ op: "perturb", body: this.held.body, mode: "none" });
    this.held = null;
    this.scene.orbit.enabled = this.scene.fixedCamera < 0;
  }
}
