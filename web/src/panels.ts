// Switches, sliders, the tree of bodies and what is known of the selected one.
import GUI from "lil-gui";
import type { Frame, Model } from "./formats";
import type { Scene } from "./scene";
import type { Source } from "./sources";

// decorations the engine draws, by number of mjtVisFlag
const FLAGS: [string, number, boolean][] = [
  ["joints", 2, false], ["cameras", 3, false], ["actuators", 4, false], ["lights", 6, false], ["tendons", 7, true], ["rangefinders", 8, true],
  ["equalities", 9, false], ["inertia", 10, false], ["pull force", 12, false], ["contact points", 14, false], ["islands", 15, false],
  ["contact forces", 16, false], ["centres of mass", 20, false], ["body trees", 28, false],
];
const FRAMES = { none: 0, bodies: 1, geoms: 2, sites: 3, contacts: 6, world: 7 };
const HINGE = 3, SLIDE = 2;

export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.textContent = text;
  element.title = title;
  element.setAttribute("aria-label", title);
  element.onclick = act;
  return element;
}

export class Panels {
  gui = new GUI({ title: "show" });
  selected = 0;
  onSelect: (body: number) => void = () => {};
  private details: HTMLElement;
  private tree: HTMLElement;

  constructor(private scene: Scene, private source: Source, side: HTMLElement) {
    this.details = side.appendChild(document.createElement("section"));
    this.tree = side.appendChild(document.createElement("section"));
  }

  setModel(model: Model): void {
    this.gui.destroy();
    this.gui = new GUI({ title: "show" });
    this.addPicture(model);
    if (this.source.live) {
      this.addDecorations();
      this.addControls(model);
      this.addJoints(model);
    }
    this.showTree(model);
    this.select(model, 0);
  }

  private addPicture(model: Model): void {
    const { shown } = this.scene, refresh = () => this.scene.refresh();
    const folder = this.gui.addFolder("picture");
    const cameras = Object.fromEntries([["free", -1], ...model.head.cameras.map((camera, i) => [camera.name || `camera ${i}`, i])]);
    folder.add({ camera: -1 }, "camera", cameras).onChange((id: number) => this.scene.useCamera(id));
    folder.add(shown, "shadows").onChange(refresh);
    folder.add(shown, "transparent").onChange(refresh);
    folder.add(shown, "wire").onChange(refresh);
    if (!this.source.live) {
      folder.add(shown, "contacts");
      folder.add(shown, "forces");
    }
    const groups = this.gui.addFolder("groups").close();
    for (const kind of ["geom", "site"] as const)
      shown[kind].forEach((_, i) => groups.add(shown[kind] as unknown as Record<string, boolean>, String(i)).name(`${kind}s ${i}`).onChange((value: boolean) => {
        refresh();
        this.source.send({ op: "group", kind, id: i, value });
      }));
  }

  private addDecorations(): void {
    const folder = this.gui.addFolder("symbols").close();
    for (const [name, id, on] of FLAGS) folder.add({ [name]: on }, name).onChange((value: boolean) => this.source.send({ op: "flag", id, value }));
    folder.add({ frames: 0 }, "frames", FRAMES).onChange((id: number) => this.source.send({ op: "frame", id }));
  }

  private addControls(model: Model): void {
    if (!model.head.actuators.length) return;
    const folder = this.gui.addFolder("controls").close();
    const values: Record<string, number> = {};
    model.head.actuators.forEach((actuator, id) => {
      const name = actuator.name || `actuator ${id}`, key = `${id} ${name}`;
      values[key] = 0;
      const [low, high] = actuator.limited ? actuator.range : [-1, 1];
      folder.add(values, key, low, high, (high - low) / 200).name(name).onChange((value: number) => this.source.send({ op: "ctrl", id, value }));
    });
    folder.add({ zero: () => folder.controllers.forEach((c) => c.property !== "zero" && c.setValue(0)) }, "zero").name("all to zero");
  }

  private addJoints(model: Model): void {
    const joints = model.head.joints.map((joint, id) => ({ joint, id })).filter(({ joint }) => joint.type === HINGE || joint.type === SLIDE);
    if (!joints.length) return;
    const folder = this.gui.addFolder("joints").close();
    for (const { joint, id } of joints) {
      const [low, high] = joint.limited ? joint.range : joint.type === HINGE ? [-Math.PI, Math.PI] : [-1, 1];
      folder.add({ value: 0 }, "value", low, high, (high - low) / 500).name(joint.name || `joint ${id}`).onChange((value: number) => this.source.send({ op: "joint", id, value }));
    }
  }

  private showTree(model: Model): void {
    const title = document.createElement("h2");
    title.textContent = "bodies";
    const lists = model.head.bodies.map(() => document.createElement("ul"));
    model.head.bodies.forEach((body, i) => {
      const item = document.createElement("li");
      const pick = button(body.name || `body ${i}`, `select ${body.name || `body ${i}`}`, () => this.onSelect(i));
      pick.dataset.body = String(i);
      item.append(pick, lists[i]);
      if (i > 0) lists[body.parent].append(item);
    });
    this.tree.replaceChildren(title, lists[0]);
  }

  // Everything about a body that the page knows.
  select(model: Model, body: number, frame?: Frame): void {
    this.selected = body;
    const info = model.head.bodies[body], rows: [string, string][] = [];
    const number = (x: number) => x.toPrecision(5);
    if (info && body > 0) {
      rows.push(["body", `${body} ${info.name}`], ["parent", model.head.bodies[info.parent].name || String(info.parent)], ["mass", `${number(info.mass)} kg`],
        ["inertia", info.inertia.map(number).join(" ")]);
      if (frame) rows.push(["position", [...frame.position.slice(3 * body, 3 * body + 3)].map(number).join(" ")], ["orientation", [...frame.orientation.slice(4 * body, 4 * body + 4)].map(number).join(" ")]);
      for (const joint of model.head.joints.filter((j) => j.body === body)) rows.push(["joint", `${joint.name} ${["free", "ball", "slide", "hinge"][joint.type]}${joint.limited ? ` ${joint.range.map(number).join(" to ")}` : ""}`]);
      const geoms = model.head.geoms.map((g, i) => ({ g, i })).filter(({ g }) => g.body === body);
      rows.push(["geoms", geoms.map(({ g, i }) => g.name || i).join(", ")]);
      if (frame) {
        const ids = new Set(geoms.map(({ i }) => i));
        let count = 0, force = 0;
        for (let at = 0; at < frame.contacts.length; at += 10) if (ids.has(frame.contacts[at + 8]) || ids.has(frame.contacts[at + 9])) { count++; force += frame.contacts[at + 6]; }
        rows.push(["contacts", `${count}, ${number(force)} N in all`]);
      }
    }
    const table = document.createElement("table");
    for (const [name, value] of rows) {
      const row = table.insertRow();
      row.insertCell().textContent = name;
      row.insertCell().textContent = value;
    }
    const title = document.createElement("h2");
    title.textContent = body > 0 ? "selected" : "double-click or use the list to select a body";
    this.details.replaceChildren(title, table);
    for (const pick of this.tree.querySelectorAll<HTMLElement>("[data-body]")) pick.setAttribute("aria-current", String(pick.dataset.body === String(body)));
  }
}
