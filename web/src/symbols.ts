// What the engine draws beside the model: symbols, names; and contacts where a recording has only their numbers.
import * as THREE from "three";
import { CONTACT, DECOR, type Frame, type Label, type ModelHead } from "./formats";
import { ARROW, CYLINDER, LABEL, symbol } from "./geometry";
import type { Options } from "./options";

const UP = new THREE.Vector3(0, 0, 1);
const LETTER = 0.035;  // height of a name beside that of the picture

export class Symbols {
  readonly group = new THREE.Group();
  private decor = new THREE.Group();
  private contacts = new THREE.Group();
  private names = new THREE.Group();
  private written = new Map<string, THREE.SpriteMaterial>();

  constructor() { this.group.add(this.decor, this.contacts, this.names); }

  show(frame: Frame, head: ModelHead, options: Options, ownContacts: boolean): void {
    this.showDecor(frame.decor, head);
    this.showContacts(ownContacts ? frame.contacts : new Float32Array(0), head, options);
    this.showNames(frame.labels);
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

  private showDecor(view: DataView, head: ModelHead): void {
    let used = 0;
    for (let at = 0; at + DECOR <= view.byteLength; at += DECOR) {
      const type = view.getInt32(at, true);
      if (type === LABEL) continue;
      const number = (k: number) => view.getFloat32(at + 8 + 4 * k, true), q = (k: number) => view.getInt16(at + 32 + 2 * k, true) / 32767;
      const shape = symbol(type, [number(0), number(1), number(2)], head.stat.extent);
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

  // As MuJoCo draws them: a disc across the normal, as high as it is deep; an arrow along the normal force.
  private showContacts(contacts: Float32Array, { visual, stat }: ModelHead, options: Options): void {
    const look = visual.contact;
    let used = 0;
    const put = (type: number, size: number[], at: number, normal: THREE.Vector3, rgba: number[]) => {
      const shape = symbol(type, size, stat.extent)!, mesh = this.child(this.contacts, used++);
      mesh.geometry = shape.geometry;
      mesh.scale.set(...shape.scale);
      mesh.position.fromArray(contacts, at);
      mesh.quaternion.setFromUnitVectors(UP, normal);
      (mesh.material as THREE.MeshPhongMaterial).color.setRGB(rgba[0], rgba[1], rgba[2]);
    };
    for (let at = 0; at < contacts.length; at += CONTACT) {
      const normal = new THREE.Vector3().fromArray(contacts, at + 3), force = contacts[at + 6];
      if (options.flags.contactpoint) put(CYLINDER, [look.width, look.width, Math.max(look.height, -contacts[at + 7] / 2)], at, normal, look.point);
      if (options.flags.contactforce && force > 0) put(ARROW, [look.forcewidth, look.forcewidth, force * look.forcescale], at, normal, look.force);
    }
    this.hideFrom(this.contacts, used);
  }

  private showNames(labels: Label[]): void {
    while (this.names.children.length < labels.length) this.names.add(new THREE.Sprite());
    labels.forEach(([x, y, z, text], i) => {
      const sprite = this.names.children[i] as THREE.Sprite;
      sprite.visible = true;
      sprite.material = this.writing(text);
      sprite.position.set(x, y, z);
      sprite.center.set(0, 0);
      sprite.scale.set(LETTER * sprite.material.userData.aspect, LETTER, 1);
      sprite.userData.text = text;
    });
    this.hideFrom(this.names, labels.length);
  }

  private writing(text: string): THREE.SpriteMaterial {
    let material = this.written.get(text);
    if (material) return material;
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d")!, font = "22px system-ui, sans-serif";
    pen.font = font;
    canvas.width = Math.max(8, Math.ceil(pen.measureText(text).width) + 6);
    canvas.height = 30;
    pen.font = font;  // a canvas that changes its size forgets it
    pen.lineWidth = 4;
    pen.strokeStyle = "#000";
    pen.strokeText(text, 3, 22);  // an outline makes it readable before anything
    pen.fillStyle = "#fff";
    pen.fillText(text, 3, 22);
    material = new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas), depthTest: false, sizeAttenuation: false });
    material.userData.aspect = canvas.width / canvas.height;
    if (this.written.size > 2000) this.written.clear();  // numbers as names never end
    this.written.set(text, material);
    return material;
  }

  // Names that are shown, for tests.
  get texts(): string[] { return this.names.children.filter((sprite) => sprite.visible).map((sprite) => sprite.userData.text); }
}
