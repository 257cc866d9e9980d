// Sliders for what people set: controls, joints, bodies moved by hand (mocap), speed. They follow the simulation while they are open.
import type GUI from "lil-gui";
import type { Frame, ModelHead } from "./formats";
import type { Source } from "./sources";

const HINGE = 3, SLIDE = 2;

interface Follower { at: number; values: { value: number }; controller: { updateDisplay(): unknown; domElement: HTMLElement } }

export class Controls {
  private followers: Follower[] = [];
  private speed = { value: 1 };
  private speedSlider: { updateDisplay(): unknown } | null = null;

  constructor(private source: Source) {}

  addTo(gui: GUI, head: ModelHead): void {
    this.followers = [];
    this.speedSlider = gui.add(this.speed, "value", { "1/16": 1 / 16, "1/4": 1 / 4, "1/2": 1 / 2, "1": 1, "2": 2, "4": 4, "16": 16 }).name("speed").onChange((value: number) => this.source.send({ op: "speed", value }));
    this.addActuators(gui, head);
    this.addJoints(gui, head);
    this.addMocap(gui, head);
  }

  private slider(folder: GUI, name: string, range: number[], at: number, send: (value: number) => void): void {
    const values = { value: 0 }, [low, high] = range;
    const controller = folder.add(values, "value", low, high, (high - low) / 500).name(name).onChange(send);
    this.followers.push({ at, values, controller });
  }

  private folder(gui: GUI, name: string): GUI {
    const folder = gui.addFolder(name).close();
    folder.onOpenClose(() => this.source.send({ op: "follow", value: gui.folders.some((one) => ["controls", "joints", "mocap"].includes(one._title) && !one._closed) }));
    return folder;
  }

  private addActuators(gui: GUI, head: ModelHead): void {
    if (!head.actuators.length) return;
    const folder = this.folder(gui, "controls");
    head.actuators.forEach((actuator, id) =>
      this.slider(folder, actuator.name || `actuator ${id}`, actuator.limited ? actuator.range : [-1, 1], head.sizes.nq + id, (value) => this.source.send({ op: "ctrl", id, value })));
    folder.add({ zero: () => head.actuators.forEach((_, id) => this.source.send({ op: "ctrl", id, value: 0 })) }, "zero").name("all to zero");
  }

  private addJoints(gui: GUI, head: ModelHead): void {
    const joints = head.joints.map((joint, id) => ({ joint, id })).filter(({ joint }) => joint.type === HINGE || joint.type === SLIDE);
    if (!joints.length) return;
    const folder = this.folder(gui, "joints");
    for (const { joint, id } of joints)
      this.slider(folder, joint.name || `joint ${id}`, joint.limited ? joint.range : joint.type === HINGE ? [-Math.PI, Math.PI] : [-1, 1], joint.qpos, (value) => this.source.send({ op: "joint", id, value }));
  }

  private addMocap(gui: GUI, head: ModelHead): void {
    const bodies = head.bodies.map((body, id) => ({ body, id })).filter(({ body }) => body.mocap >= 0);
    if (!bodies.length) return;
    const folder = this.folder(gui, "mocap"), reach = 2 * head.stat.extent;
    for (const { body, id } of bodies) {
      const pos = [0, 0, 0];
      ["x", "y", "z"].forEach((axis, k) => {
        const values = { value: 0 }, middle = head.stat.center[k];
        const controller = folder.add(values, "value", middle - reach, middle + reach, reach / 500).name(`${body.name || `body ${id}`} ${axis}`).onChange((value: number) => {
          pos[k] = value;
          this.source.send({ op: "mocap", id: body.mocap, pos });
        });
        this.mocap.push({ body: id, axis: k, pos, values, controller });
      });
    }
  }
  private mocap: { body: number; axis: number; pos: number[]; values: { value: number }; controller: Follower["controller"] }[] = [];

  // Sliders nobody holds go where the simulation is.
  follow(frame: Frame): void {
    if (frame.status && this.speed.value !== frame.status.speed) {
      this.speed.value = frame.status.speed;
      this.speedSlider?.updateDisplay();
    }
    if (!frame.sliders.length) return;
    const held = (controller: Follower["controller"]) => controller.domElement.contains(document.activeElement) || controller.domElement.matches(":active");
    for (const { at, values, controller } of this.followers) {
      if (held(controller) || values.value === frame.sliders[at]) continue;
      values.value = frame.sliders[at];
      controller.updateDisplay();
    }
    for (const { body, axis, pos, values, controller } of this.mocap) {
      if (held(controller)) continue;
      pos[axis] = values.value = frame.position[3 * body + axis];
      controller.updateDisplay();
    }
  }
}
