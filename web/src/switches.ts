// What is shown, as switches: elements, names and frames, groups, rendering; as mjvOption has them.
import type GUI from "lil-gui";
import type { ModelHead } from "./formats";
import { GROUP_KINDS } from "./options";
import type { Scene } from "./scene";
import type { Source } from "./sources";

// flags that this page draws by itself; for the others it needs an engine, or a recording made with them
const OWN = ["convexhull", "texture", "contactpoint", "contactforce", "transparent", "static", "skin", "flexface", "flexskin", "island"];
const NOT_DRAWN = ["select", "meshbvh", "sdfiter", "activation"];

export class Switches {
  private folders: GUI[] = [];

  constructor(private scene: Scene, private source: Source) {}

  addTo(gui: GUI, head: ModelHead): void {
    const { options } = this.scene, refresh = () => this.scene.refresh();
    const cameras = Object.fromEntries([["free", -1], ...head.cameras.map((camera, i) => [camera.name || `camera ${i}`, i])]);
    gui.add({ camera: this.scene.fixedCamera }, "camera", cameras).onChange((id: number) => this.scene.useCamera(id));
    const bodies = Object.fromEntries([["none", -1], ...head.bodies.map((body, i) => [body.name || `body ${i}`, i]).slice(1)]);
    gui.add(this.scene, "tracked", bodies).name("follow").onChange((id: number) => this.scene.track(id));

    const elements = gui.addFolder("elements").close(), groups = gui.addFolder("groups").close(), rendering = gui.addFolder("rendering").close();
    this.folders = [elements, groups, rendering];
    for (const { word } of head.options.flags) {
      if (NOT_DRAWN.includes(word) || (!this.source.live && !OWN.includes(word))) continue;
      elements.add(options.flags, word).onChange((value: boolean) => this.flag(word, value));
    }
    if (this.source.live) {
      elements.add(options, "label", head.options.labels).onChange((id: number) => this.source.send({ op: "label", id }));
      elements.add(options, "frame", head.options.frames).onChange((id: number) => this.source.send({ op: "frame", id }));
    }
    for (const kind of GROUP_KINDS) {
      const folder = groups.addFolder(kind).close();
      options.groups[kind].forEach((_, id) => folder.add(options.groups[kind] as unknown as Record<string, boolean>, String(id)).name(`${kind} group ${id}`).onChange((value: boolean) => {
        this.source.send({ op: "group", kind, id, value });
        refresh();
      }));
    }
    for (const name of Object.keys(options.rendering) as (keyof typeof options.rendering)[]) rendering.add(options.rendering, name).onChange(refresh);
  }

  flag(word: string, value: boolean): void {
    this.scene.options.flags[word] = value;
    this.source.send({ op: "flag", id: this.scene.options.id(word), value });
    this.scene.refresh();
    this.update();
  }

  // After a program changed them.
  update(): void {
    for (const folder of this.folders) folder.controllersRecursive().forEach((controller) => controller.updateDisplay());
  }
}
