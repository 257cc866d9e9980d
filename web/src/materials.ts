// Colours and textures as MuJoCo's materials say.
import * as THREE from "three";
import { BOX, PLANE } from "./geometry";
import type { Material, Model, TextureInfo, Thing } from "./formats";

const CUBE = 1, SKYBOX = 2;

function pixels(model: Model, info: TextureInfo, face: number, height: number): Uint8Array {
  const source = new Uint8Array(model.blob, model.base + info.data, info.width * info.height * info.channels);
  const out = new Uint8Array(info.width * height * 4), first = face * info.width * height;
  for (let i = 0; i < info.width * height; i++) {
    const from = (first + i) * info.channels, grey = info.channels < 3;
    for (let k = 0; k < 3; k++) out[4 * i + k] = source[from + (grey ? 0 : k)];
    out[4 * i + 3] = info.channels === 4 ? source[from + 3] : info.channels === 2 ? source[from + 1] : 255;
  }
  return out;
}

function flat(model: Model, info: TextureInfo): THREE.DataTexture {
  const texture = new THREE.DataTexture(pixels(model, info, 0, info.height), info.width, info.height);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.needsUpdate = true;
  return texture;
}

// Sides in the order right left up down front back; one picture may serve all six.
function cube(model: Model, info: TextureInfo): THREE.CubeTexture {
  const single = info.height === info.width, side = info.width;
  const sides = [...Array(6).keys()].map((face) => {
    const image = new THREE.DataTexture(pixels(model, info, single ? 0 : face, side), side, side);
    image.needsUpdate = true;
    return image;
  });
  const texture = new THREE.CubeTexture(sides as unknown as HTMLImageElement[]);
  texture.magFilter = texture.minFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

export class Materials {
  private textures = new Map<number, THREE.Texture>();

  constructor(private model: Model) {}

  texture(id: number): THREE.Texture | null {
    if (id < 0) return null;
    let texture = this.textures.get(id);
    if (!texture) {
      const info = this.model.head.textures[id];
      this.textures.set(id, (texture = info.type === CUBE || info.type === SKYBOX ? cube(this.model, info) : flat(this.model, info)));
    }
    return texture;
  }

  skybox(): THREE.Texture | null {
    return this.texture(this.model.head.textures.findIndex((info) => info.type === SKYBOX));
  }

  // The material of a geom or site; `scale` is how the unit shape is stretched, for textures that repeat per metre.
  of(thing: Thing, scale: [number, number, number]): THREE.MeshPhongMaterial {
    const m: Material | undefined = this.model.head.materials[thing.material];
    const own = thing.rgba.some((x, k) => x !== [0.5, 0.5, 0.5, 1][k]);  // a colour that was set wins over the material's
    const [r, g, b, a] = m && !own ? m.rgba : thing.rgba;
    const specular = m?.specular ?? 0.5, emission = m?.emission ?? 0;
    const material = new THREE.MeshPhongMaterial({
      color: new THREE.Color(r, g, b), specular: new THREE.Color(specular, specular, specular),
      shininess: 128 * (m?.shininess ?? 0.5), emissive: new THREE.Color(r * emission, g * emission, b * emission),
      transparent: a < 1, opacity: a, depthWrite: a === 1, side: thing.type === PLANE ? THREE.DoubleSide : THREE.FrontSide,
    });
    const texture = m ? this.texture(m.texture) : null;
    if (texture instanceof THREE.CubeTexture) wrapCube(material, texture);
    else if (texture) {
      const map = texture.clone();
      const per = m!.uniform ? [2 * scale[0], 2 * scale[1]] : thing.type === PLANE && thing.size[0] === 0 ? [2 * scale[0], 2 * scale[1]] : [1, 1];
      map.repeat.set(m!.repeat[0] * per[0], m!.repeat[1] * per[1]);
      if (thing.type === PLANE || thing.type === BOX) map.offset.set(0.5 - map.repeat.x / 2, 0.5 - map.repeat.y / 2);
      material.map = map;
    }
    return material;
  }
}

// Looks a cube texture up by the direction of a point from the middle of its object.
function wrapCube(material: THREE.MeshPhongMaterial, texture: THREE.CubeTexture): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.sides = { value: texture };
    shader.vertexShader = "varying vec3 fromMiddle;\n" + shader.vertexShader.replace("#include <begin_vertex>", "#include <begin_vertex>\nfromMiddle = position;");
    shader.fragmentShader = "varying vec3 fromMiddle;\nuniform samplerCube sides;\n" +
      shader.fragmentShader.replace("#include <map_fragment>", "diffuseColor *= textureCube(sides, vec3(fromMiddle.x, fromMiddle.z, -fromMiddle.y));");
  };
}
