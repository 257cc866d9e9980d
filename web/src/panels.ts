// Beside the picture: the tree of bodies, all about the selected one, why things go wrong, how long stages take.
import type { Frame, Model, Picked, Status } from "./formats";
import type { Source } from "./sources";

export function button(text: string, title: string, act: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.textContent = text;
  element.title = title;
  element.setAttribute("aria-label", title);
  element.onclick = act;
  return element;
}

const heading = (text: string) => Object.assign(document.createElement("h2"), { textContent: text });
const number = (x: number | null) => (x === null ? "not finite" : x.toPrecision(4));
const numbers = (list: (number | null)[]) => list.map(number).join(" ");

function table(rows: [string, string][]): HTMLTableElement {
  const made = document.createElement("table");
  for (const [name, value] of rows) {
    const row = made.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = value;
  }
  return made;
}

// A part that is closed at first; the engine is told when somebody looks.
function part(side: HTMLElement, title: string, opened: (open: boolean) => void): HTMLElement {
  const details = side.appendChild(document.createElement("details")), summary = details.appendChild(document.createElement("summary"));
  summary.textContent = title;
  details.ontoggle = () => opened(details.open);
  const body = details.appendChild(document.createElement("div"));
  body.className = `part ${title}`;
  return body;
}

export class Panels {
  selected = 0;
  onSelect: (body: number) => void = () => {};
  private details: HTMLElement;
  private tree: HTMLElement;
  private why: HTMLElement | null = null;
  private profile: HTMLElement | null = null;
  private told = "";

  constructor(source: Source, side: HTMLElement) {
    this.details = side.appendChild(document.createElement("section"));
    this.details.className = "picked";
    if (source.live) {
      this.why = part(side, "why", (value) => source.send({ op: "why", value }));
      this.profile = part(side, "profile", (value) => source.send({ op: "profile", value }));
    }
    this.tree = side.appendChild(document.createElement("section"));
  }

  setModel(model: Model): void {
    const lists = model.head.bodies.map(() => document.createElement("ul"));
    model.head.bodies.forEach((body, i) => {
      const item = document.createElement("li"), name = body.name || `body ${i}`;
      const pick = button(name, `select ${name}`, () => this.onSelect(i));
      pick.dataset.body = String(i);
      item.append(pick, lists[i]);
      if (i > 0) lists[body.parent].append(item);
    });
    this.tree.replaceChildren(heading("bodies"), lists[0]);
    this.select(model, 0);
  }

  select(model: Model, body: number, frame?: Frame): void {
    this.selected = body;
    this.describe(model, frame);
    for (const pick of this.tree.querySelectorAll<HTMLElement>("[data-body]")) pick.setAttribute("aria-current", String(pick.dataset.body === String(body)));
  }

  // Everything the page knows of the selected body, and what the engine says of it now.
  describe(model: Model, frame?: Frame): void {
    const body = this.selected, info = model.head.bodies[body], rows: [string, string][] = [];
    if (info && body > 0) {
      rows.push(["body", `${body} ${info.name}`], ["parent", model.head.bodies[info.parent].name || String(info.parent)], ["mass", `${number(info.mass)} kg`], ["inertia", numbers(info.inertia)]);
      if (frame) rows.push(["position", numbers([...frame.position.slice(3 * body, 3 * body + 3)])], ["orientation", numbers([...frame.orientation.slice(4 * body, 4 * body + 4)])]);
      for (const joint of model.head.joints.filter((j) => j.body === body)) rows.push(["joint", `${joint.name} ${["free", "ball", "slide", "hinge"][joint.type]}${joint.limited ? ` ${joint.range.map(number).join(" to ")}` : ""}`]);
      const geoms = model.head.geoms.map((g, i) => ({ g, i })).filter(({ g }) => g.body === body);
      rows.push(["geoms", geoms.map(({ g, i }) => g.name || i).join(", ")]);
      const picked = frame?.status?.picked;
      if (picked?.body === body) rows.push(...this.motion(picked));
      else if (frame) rows.push(this.contacts(frame, new Set(geoms.map(({ i }) => i))));
    }
    this.details.replaceChildren(heading(body > 0 ? "selected" : "double-click or use the list to select a body"), table(rows));
  }

  private contacts(frame: Frame, geoms: Set<number>): [string, string] {
    let count = 0, force = 0;
    for (let at = 0; at < frame.contacts.length; at += 10)
      if (geoms.has(frame.contacts[at + 8]) || geoms.has(frame.contacts[at + 9])) { count++; force += frame.contacts[at + 6]; }
    return ["contacts", `${count}, ${number(force)} N in all`];
  }

  private motion(p: Picked): [string, string][] {
    return [
      ["centre of mass", numbers(p.centre)], ["velocity", `${numbers(p.velocity)} m/s`], ["turning", `${numbers(p.turning)} rad/s`], ["applied force", `${numbers(p.applied)} N`],
      ["tree", `${p.tree}${p.asleep ? ", asleep" : ""}`],
      ...p.joints.flatMap((j): [string, string][] => [[j.name, `qpos ${numbers(j.qpos)}; qvel ${numbers(j.qvel)}`],
        [`forces on ${j.name}`, `actuators ${numbers(j.qfrc_actuator)}; passive ${numbers(j.qfrc_passive)}; constraints ${numbers(j.qfrc_constraint)}`]]),
      ...p.actuators.map((a): [string, string] => [`actuator ${a.name}`, `ctrl ${number(a.ctrl)}, force ${number(a.force)}`]),
      ...p.sensors.map((s): [string, string] => [`sensor ${s.name}`, numbers(s.values)]),
      ...p.contacts.map((c): [string, string] => [`contact ${c.of}`, `with ${c.with}: ${number(c.normal)} N, friction ${number(c.friction)} N, distance ${number(c.distance)} m`]),
    ];
  }

  tell(status: Status): void {
    const news = JSON.stringify([status.why, status.timers, status.warnings]);
    if (news === this.told) return;
    this.told = news;
    if (this.why && status.why) {
      const line = (text: string, level: string) => Object.assign(document.createElement("li"), { textContent: text, className: `told-${level}` });
      const list = document.createElement("ul");
      for (const warning of status.warnings) list.append(line(`${warning.text}, ${warning.count} times, last at ${warning.info}`, "error"));
      for (const text of status.why.now) list.append(line(`now: ${text}`, "note"));
      for (const f of status.why.model) list.append(line(`${f.level} [${f.rule}] ${f.where}${f.where ? ": " : ""}${f.message}${f.hint ? ` — ${f.hint}` : ""}`, f.level));
      this.why.replaceChildren(list);
    }
    if (this.profile && status.timers)
      this.profile.replaceChildren(table(status.timers.map(({ stage, ms, calls }) => [stage, `${ms > 0 ? `${ms.toPrecision(3)} ms` : "no clock"}, ${calls} calls`])));
  }
}
