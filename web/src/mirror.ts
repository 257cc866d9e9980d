// The one surface that mirrors: the first plane, or top of a box, that reflects. It adds what it mirrors, dimmed, to its own colour.
import * as THREE from "three";

export class Mirror {
  private picture = new THREE.WebGLRenderTarget(1, 1, { samples: 4 });
  private eye = new THREE.PerspectiveCamera();
  private onto = new THREE.Matrix4();  // from the world to the mirrored picture, 0 to 1
  private strength = { value: 0 };

  // `top`: height of the mirroring side over the middle of the mesh, in its own units.
  constructor(readonly mesh: THREE.Mesh, private reflectance: number, private top: number, looks: THREE.MeshPhongMaterial[]) {
    for (const look of looks) this.silver(look);
  }

  private silver(look: THREE.MeshPhongMaterial): void {
    const before = look.onBeforeCompile, key = look.customProgramCacheKey();
    look.onBeforeCompile = (shader, renderer) => {
      before.call(look, shader, renderer);
      Object.assign(shader.uniforms, { mirrored: { value: this.picture.texture }, onto: { value: this.onto }, strength: this.strength });
      shader.vertexShader = "uniform mat4 onto;\nvarying vec4 inMirror;\nvarying float isTop;\n" +
        shader.vertexShader.replace("#include <project_vertex>", "#include <project_vertex>\ninMirror = onto * modelMatrix * vec4(transformed, 1.0);\nisTop = normal.z;");
      shader.fragmentShader = "uniform sampler2D mirrored;\nuniform float strength;\nvarying vec4 inMirror;\nvarying float isTop;\n" +
        shader.fragmentShader.replace("#include <opaque_fragment>", "if (isTop > 0.5) outgoingLight += strength * texture2DProj(mirrored, inMirror).rgb;\n#include <opaque_fragment>");
    };
    look.customProgramCacheKey = () => `${key} mirror`;
  }

  // Takes the mirrored picture for this camera; before the scene is drawn.
  draw(renderer: THREE.WebGLRenderer, three: THREE.Scene, camera: THREE.PerspectiveCamera): void {
    const point = this.mesh.localToWorld(new THREE.Vector3(0, 0, this.top));
    const normal = new THREE.Vector3(0, 0, 1).applyQuaternion(this.mesh.getWorldQuaternion(new THREE.Quaternion()));
    const from = camera.getWorldPosition(new THREE.Vector3()), height = from.clone().sub(point).dot(normal);
    this.strength.value = height > 0 ? this.reflectance : 0;
    if (height <= 0) return;
    this.stand(camera, from, point, normal, height);
    const size = renderer.getDrawingBufferSize(new THREE.Vector2()), { background } = three, { autoUpdate } = renderer.shadowMap;
    this.picture.setSize(size.x, size.y);
    three.background = null;  // the sky is not mirrored
    this.mesh.visible = false;
    renderer.shadowMap.autoUpdate = false;
    renderer.setRenderTarget(this.picture);
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    renderer.render(three, this.eye);
    renderer.setRenderTarget(null);
    renderer.shadowMap.autoUpdate = autoUpdate;
    this.mesh.visible = true;
    three.background = background;
  }

  // The camera as the mirror shows it, which sees only what is above the mirror.
  private stand(camera: THREE.PerspectiveCamera, from: THREE.Vector3, point: THREE.Vector3, normal: THREE.Vector3, height: number): void {
    const turned = (v: THREE.Vector3) => v.reflect(normal), rotation = camera.getWorldQuaternion(new THREE.Quaternion());
    const ahead = turned(new THREE.Vector3(0, 0, -1).applyQuaternion(rotation));
    this.eye.up.copy(turned(new THREE.Vector3(0, 1, 0).applyQuaternion(rotation)));
    this.eye.position.copy(from).addScaledVector(normal, -2 * height);
    this.eye.lookAt(this.eye.position.clone().add(ahead));
    this.eye.updateMatrixWorld();
    this.eye.projectionMatrix.copy(camera.projectionMatrix);
    this.onto.set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1).multiply(this.eye.projectionMatrix).multiply(this.eye.matrixWorldInverse);
    this.cutBelow(point, normal);
  }

  // The near plane becomes the mirror (E. Lengyel, "Oblique View Frustum Depth Projection and Clipping", 2005).
  private cutBelow(point: THREE.Vector3, normal: THREE.Vector3): void {
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, point).applyMatrix4(this.eye.matrixWorldInverse);
    const cut = new THREE.Vector4(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant), p = this.eye.projectionMatrix.elements;
    const q = new THREE.Vector4((Math.sign(cut.x) + p[8]) / p[0], (Math.sign(cut.y) + p[9]) / p[5], -1, (1 + p[10]) / p[14]);
    cut.multiplyScalar(2 / cut.dot(q));
    p[2] = cut.x;
    p[6] = cut.y;
    p[10] = cut.z + 1;
    p[14] = cut.w;
    this.eye.projectionMatrixInverse.copy(this.eye.projectionMatrix).invert();
  }

  rest(): void { this.strength.value = 0; }
  dispose(): void { this.picture.dispose(); }
}
