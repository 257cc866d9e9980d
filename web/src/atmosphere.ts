// Haze where an endless plane meets the sky, and fog; as MuJoCo draws them (viewer/background.cpp has the formulas).
import * as THREE from "three";

const SKY = 0.7;    // radius of the sky, in distances of the far plane
const SLICES = 64;

// Thicker in proportion to depth, not smoothly.
THREE.ShaderChunk.fog_fragment = THREE.ShaderChunk.fog_fragment.replace("smoothstep( fogNear, fogFar, vFogDepth )", "clamp((vFogDepth - fogNear) / (fogFar - fogNear), 0.0, 1.0)");

// A cone around the eye, from the horizon down to the plane; its rings: where the haze begins, is strongest, and ends.
export class Haze {
  readonly mesh: THREE.Mesh;

  // `share`: of the sky's radius that the cone comes in.
  constructor(private plane: THREE.Object3D, private share: number, rgba: number[]) {
    const angle = Math.atan2(1, share), h = (Math.SQRT1_2 * share * Math.sin(angle)) / Math.sin(0.75 * Math.PI - angle);
    const geometry = new THREE.BufferGeometry(), place: number[] = [], color: number[] = [], index: number[] = [];
    [0, 1 - h, 1].forEach((u, ring) => {
      for (let i = 0; i <= SLICES; i++) {
        const turn = (2 * Math.PI * i) / SLICES, radius = 1 - share * u;
        place.push(radius * Math.cos(turn), radius * Math.sin(turn), 1 - u);
        color.push(rgba[0], rgba[1], rgba[2], ring === 1 ? rgba[3] : 0);
      }
    });
    const row = SLICES + 1;
    for (let ring = 0; ring < 2; ring++)
      for (let i = 0; i < SLICES; i++) {
        const a = ring * row + i, b = a + row;
        index.push(a, b, a + 1, a + 1, b, b + 1);
      }
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(place, 3));
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(color, 4));
    geometry.setIndex(index);
    const look = new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: THREE.DoubleSide, fog: false });
    this.mesh = new THREE.Mesh(geometry, look);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;  // before what is transparent
  }

  // Around the eye, as far as it sees; nothing from below the plane.
  follow(camera: THREE.PerspectiveCamera): void {
    const eye = this.plane.worldToLocal(camera.getWorldPosition(new THREE.Vector3()));
    const { scale } = this.plane, height = eye.z * scale.z, radius = SKY * camera.far;
    this.mesh.visible = this.share > 0 && height > 0;
    this.plane.getWorldQuaternion(this.mesh.quaternion);
    this.mesh.position.copy(this.plane.localToWorld(new THREE.Vector3(eye.x, eye.y, 0)));
    this.mesh.scale.set(radius, radius, Math.max(height, 1e-9));
  }
}

// Fog from `start` to `end` [m], of this colour.
export function fog(rgba: number[], start: number, end: number): THREE.Fog | null {
  return end > start ? new THREE.Fog(new THREE.Color(rgba[0], rgba[1], rgba[2]), start, end) : null;
}
