// Lights of a model: the headlight moves with the camera, the others with their bodies.
import * as THREE from "three";
import type { LightInfo, Model } from "./formats";

const DIRECTIONAL = 1;
const SHADOWS = 2;  // lights that cast them

const rgb = (c: number[]) => new THREE.Color(c[0], c[1], c[2]);

function lamp(info: LightInfo): THREE.DirectionalLight | THREE.SpotLight {
  const light = info.type === DIRECTIONAL ? new THREE.DirectionalLight(rgb(info.diffuse), Math.PI)
    : new THREE.SpotLight(rgb(info.diffuse), Math.PI, 0, Math.min(Math.PI / 2, (info.cutoff * Math.PI) / 180), 0.3, 0);
  light.position.fromArray(info.pos);
  light.target.position.set(info.pos[0] + info.dir[0], info.pos[1] + info.dir[1], info.pos[2] + info.dir[2]);
  return light;
}

function castFrom(light: THREE.DirectionalLight | THREE.SpotLight, extent: number): void {
  light.castShadow = true;
  light.shadow.mapSize.set(2048, 2048);
  light.shadow.bias = -0.0005;
  if (light instanceof THREE.DirectionalLight) {
    const camera = light.shadow.camera;
    camera.left = camera.bottom = -2 * extent;
    camera.right = camera.top = 2 * extent;
    camera.far = 20 * extent;
  }
}

export function addLights(model: Model, three: THREE.Scene, camera: THREE.Camera, bodies: THREE.Group[]): void {
  const { headlight } = model.head.visual, lit = model.head.lights.filter((light) => light.active);
  const ambient = new THREE.Color(0, 0, 0);
  if (headlight.active) {
    ambient.add(rgb(headlight.ambient));
    const light = new THREE.DirectionalLight(rgb(headlight.diffuse), Math.PI);
    light.position.set(0, 0, 1);
    camera.add(light, light.target);
  }
  let shadows = 0;
  for (const info of lit) {
    ambient.add(rgb(info.ambient));
    const light = lamp(info);
    if (info.shadow && shadows++ < SHADOWS) castFrom(light, model.head.stat.extent);
    bodies[info.body].add(light, light.target);
  }
  if (!headlight.active && !lit.length) ambient.setRGB(0.3, 0.3, 0.3);
  three.add(new THREE.AmbientLight(ambient, Math.PI));
}
