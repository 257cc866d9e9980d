// What is shown: MuJoCo's mjvOption by its own words, and how (mjvScene.flags). A simulation that runs hears of every change.
import type { ModelHead } from "./formats";

export const GROUP_KINDS = ["geom", "site", "joint", "tendon", "actuator", "flex", "skin"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

// As a program may set them.
export interface OptionState { flags: number[]; groups: Record<GroupKind, number[]>; label: number; frame: number }

export class Options {
  flags: Record<string, boolean> = {};
  groups = Object.fromEntries(GROUP_KINDS.map((kind) => [kind, [true, true, true, false, false, false]])) as Record<GroupKind, boolean[]>;
  label = 0;
  frame = 0;
  rendering = { shadow: true, wireframe: false, reflection: true, skybox: true, fog: false, haze: true };
  private words: string[] = [];

  // The words of a model's engine; what was chosen before stays.
  setModel(head: ModelHead): void {
    this.words = head.options.flags.map(({ word }) => word);
    for (const { word, on } of head.options.flags) this.flags[word] ??= on;
  }

  id(word: string): number { return this.words.indexOf(word); }
  word(id: number): string { return this.words[id]; }

  get flexes(): boolean { return this.flags.flexface || this.flags.flexskin; }  // vertices and edges are the engine's symbols
  get skins(): boolean { return this.flags.skin; }

  set(state: OptionState): void {
    state.flags.forEach((on, id) => (this.flags[this.words[id]] = on !== 0));
    for (const kind of GROUP_KINDS) this.groups[kind].forEach((_, i) => (this.groups[kind][i] = state.groups[kind][i] !== 0));
    this.label = state.label;
    this.frame = state.frame;
  }
}
