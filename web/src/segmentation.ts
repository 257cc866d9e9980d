// Which thing is at each pixel: drawn in colours that are numbers.
import * as THREE from "three";

export interface Coded { mesh: THREE.Mesh; code: number }

// Codes row after row from the top, 0 where none of the things is. Everything else in the scene must be hidden.
export function segmentation(renderer: THREE.WebGLRenderer, three: THREE.Scene, camera: THREE.PerspectiveCamera, things: Coded[], width: number, height: number): Int32Array {
  const target = new THREE.WebGLRenderTarget(width, height), old = things.map(({ mesh }) => mesh.material as THREE.Material);
  const { background } = three, eye = camera.clone();
  three.background = new THREE.Color(0, 0, 0);
  things.forEach(({ mesh, code }, i) => {
    mesh.material = new THREE.MeshBasicMaterial({ color: new THREE.Color((code & 255) / 255, ((code >> 8) & 255) / 255, ((code >> 16) & 255) / 255), side: old[i].side });
  });
  eye.aspect = width / height;
  eye.updateProjectionMatrix();
  renderer.setRenderTarget(target);
  renderer.render(three, eye);
  const bytes = new Uint8Array(4 * width * height), out = new Int32Array(width * height);
  renderer.readRenderTargetPixels(target, 0, 0, width, height, bytes);
  renderer.setRenderTarget(null);
  target.dispose();
  three.background = background;
  things.forEach(({ mesh }, i) => {
    (mesh.material as THREE.Material).dispose();
    mesh.material = old[i];
  });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * ((height - 1 - y) * width + x);
      out[y * width + x] = bytes[at] + 256 * bytes[at + 1] + 65536 * bytes[at + 2];
    }
  return out;
}
