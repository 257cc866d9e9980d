// Colours and textures as MuJoCo's materials say.
import * as THREE from "three";
import { PLANE } from "./geometry";
import type { Material, Model, TextureInfo } from "./formats";

const CUBE = 1, SKYBOX = 2;
const SHINE = 0.43;  // a light's highlight beside its diffuse part, as MuJoCo's lights have them: three has one colour for both

// Highlights as OpenGL's fixed pipeline has them: (n·h)^shininess, not divided by anything.
THREE.ShaderChunk.lights_phong_pars_fragment = THREE.ShaderChunk.lights_phong_pars_fragment.replace(
  /BRDF_BlinnPhong\( directLight\.direction, geometryViewDir, geometryNormal, material\.specularColor, material\.specularShininess \)/,
  "RECIPROCAL_PI / max(dotNL, 0.02) * step(0.0001, dotNL) * material.specularColor * pow(saturate(dot(geometryNormal, normalize(directLight.direction + geometryViewDir))), material.specularShininess)");

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

  // The colour of a geom, site or surface: one that was set wins over the material's.
  rgba(thing: Look): number[] {
    const m = this.model.head.materials[thing.material];
    return m && thing.rgba.every((x, k) => x === [0.5, 0.5, 0.5, 1][k]) ? m.rgba : thing.rgba;
  }

  // `scale` is how the shape is stretched along x and y; without one, corners carry coordinates of the texture.
  of(thing: Look, scale: number[] | null, textured: boolean, size: number[] = [1, 1, 1]): THREE.MeshPhongMaterial {
    const m: Material | undefined = this.model.head.materials[thing.material];
    const [r, g, b, a] = this.rgba(thing), specular = SHINE * (m?.specular ?? 0.5), emission = m?.emission ?? 0;
    const material = new THREE.MeshPhongMaterial({
      color: new THREE.Color(r, g, b), specular: new THREE.Color(specular, specular, specular),
      shininess: 128 * (m?.shininess ?? 0.5), emissive: new THREE.Color(r * emission, g * emission, b * emission),
      transparent: a < 1, opacity: a, depthWrite: a === 1, side: thing.type === PLANE ? THREE.DoubleSide : THREE.FrontSide,
    });
    const texture = m && textured ? this.texture(m.texture) : null;
    if (texture instanceof THREE.CubeTexture) lookUpAround(material, texture, m!.uniform ? size : [1, 1, 1]);
    else if (texture) {
      material.map = texture;
      if (scale) layFlat(material, [0, 1].map((i) => (0.5 * m!.repeat[i] * scale[i]) / (m!.uniform || !(size[i] > 0) ? 1 : size[i])));
    }
    return material;
  }
}

interface Look { rgba: number[]; material: number; type?: number }

// Coordinates of the texture over the x and y of the object: across·x − ½ and −across·y − ½.
function layFlat(material: THREE.MeshPhongMaterial, across: number[]): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.across = { value: new THREE.Vector2(across[0], across[1]) };
    shader.vertexShader = "uniform vec2 across;\n" + shader.vertexShader.replace("#include <uv_vertex>", "#include <uv_vertex>\nvMapUv = vec2(across.x * position.x, -across.y * position.y) - 0.5;");
  };
  material.customProgramCacheKey = () => "flat";
}

// A cube texture by the direction of a point from the middle of its object.
function lookUpAround(material: THREE.MeshPhongMaterial, texture: THREE.CubeTexture, stretch: number[]): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.sides = { value: texture };
    shader.uniforms.stretch = { value: new THREE.Vector3(...(stretch as [number, number, number])) };
    shader.vertexShader = "varying vec3 fromMiddle;\nuniform vec3 stretch;\n" + shader.vertexShader.replace("#include <begin_vertex>", "#include <begin_vertex>\nfromMiddle = position * stretch;");
    shader.fragmentShader = "varying vec3 fromMiddle;\nuniform samplerCube sides;\n" +
      shader.fragmentShader.replace("#include <map_fragment>", "diffuseColor *= textureCube(sides, vec3(fromMiddle.x, fromMiddle.z, -fromMiddle.y));");
  };
  material.customProgramCacheKey = () => "around";
}
