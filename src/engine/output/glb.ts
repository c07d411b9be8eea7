import {
  Document,
  type GLTF,
  type Mesh,
  type Node,
  NodeIO,
  type Skin,
  type Texture,
} from '@gltf-transform/core';
import type { KHRMaterialsUnlit } from '@gltf-transform/extensions';
import type { FilePicture } from '../character.js';
import type { Clip } from '../clips/clip.js';
import { linearOf } from '../colour.js';
import { packGlb, partsOf } from '../input/model/glb-pack.js';
import { humanoidMaps } from '../skeleton/humanoid.js';
import { restOffset, type Skeleton } from '../skeleton/skeleton.js';
import { outlineName } from '../style/toon.js';
import { accessorOf } from './accessors.js';
import { withAnimations } from './animations.js';
import type { FileMaterial, FileSurface } from './atlas/atlas.js';
import { type Expression, expressionsOf } from './expressions.js';
import { withExpressions } from './morphs.js';

export const generator = 'Rigsmith';

type Parts = {
  name: string;
  skeleton: Skeleton;
  surfaces: readonly FileSurface[];
  clips: readonly Clip[];
  height: number;
};

/**
 * Writes glTF 2.0 binary: one skinned mesh with a primitive for each surface, and the outline in a mesh of its own.
 * Materials are core PBR, or unlit.
 */
export async function writeGlb(parts: Parts): Promise<Uint8Array> {
  const document = new Document();
  const asset = document.getRoot().getAsset() as GLTF.IAsset;
  asset.generator = generator;
  const buffer = document.createBuffer();
  const nodes = createJoints(document, parts.skeleton);
  const skin = createSkin(document, parts.skeleton, nodes);
  const armature = createArmature(document, parts.skeleton, nodes, parts.height);
  const scene = document.createScene(parts.name).addChild(armature);
  const Unlit = parts.surfaces.some(({ material }) => material.unlit) ? await importUnlit() : null;
  const written: Written = { unlit: Unlit && document.createExtension(Unlit), pictures: new Map() };
  const isOutline = ({ material }: FileSurface) => material.name === outlineName;
  const body = parts.surfaces.filter((surface) => !isOutline(surface));
  let expressions: Expression[] = [];
  for (const surfaces of [body, parts.surfaces.filter(isOutline)]) {
    if (surfaces.length === 0) continue;
    const name = surfaces === body ? parts.name : outlineName;
    const mesh = document.createMesh(name);
    for (const surface of surfaces) mesh.addPrimitive(await createPrimitive(document, surface, written));
    if (surfaces === body) expressions = giveFace(mesh, { ...parts, surfaces });
    scene.addChild(document.createNode(name).setMesh(mesh).setSkin(skin));
  }
  document.getRoot().setDefaultScene(scene);
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
  const io = new NodeIO().registerExtensions(Unlit ? [Unlit] : []);
  const faced = withExpressions(await partsOf(io, document), expressions);
  return packGlb(withAnimations(faced, parts.clips, parts.skeleton));
}

/** For a model of one primitive, as all made from text are: all primitives of a mesh need the same morph targets. */
function giveFace(mesh: Mesh, { surfaces, skeleton }: Pick<Parts, 'surfaces' | 'skeleton'>): Expression[] {
  const [surface, ...others] = surfaces;
  if (!surface || others.length > 0) return [];
  const expressions = expressionsOf(surface, surface.swatches ?? [], skeleton);
  const names = expressions.map(({ name }) => name);
  if (names.length > 0) mesh.setWeights(names.map(() => 0)).setExtras({ targetNames: names });
  return expressions;
}

/** The node above the root joint; its extras hold the class and joint names for other tools. */
export function createArmature(
  document: Document,
  { kind, joints }: Skeleton,
  nodes: Map<string, Node>,
  height: number,
): Node {
  const humanoid = kind === 'biped' ? humanoidMaps([...nodes.keys()]) : {};
  return document
    .createNode('Armature')
    .addChild(nodes.get(joints[0]!.name)!)
    .setExtras({ rigsmith: { skeleton: kind, height, ...humanoid } });
}

export function createJoints(document: Document, skeleton: Skeleton): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const joint of skeleton.joints) {
    const node = document.createNode(joint.name).setTranslation([...restOffset(skeleton, joint)]);
    if (joint.parent) nodes.get(joint.parent)!.addChild(node);
    nodes.set(joint.name, node);
  }
  return nodes;
}

export function createSkin(document: Document, skeleton: Skeleton, nodes: Map<string, Node>): Skin {
  const inverses = skeleton.joints.flatMap(({ position: [x, y, z] }) => [
    ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    ...[-x, -y, -z, 1],
  ]);
  const skin = document.createSkin(skeleton.kind).setSkeleton(nodes.get(skeleton.joints[0]!.name)!);
  for (const { name } of skeleton.joints) skin.addJoint(nodes.get(name)!);
  return skin.setInverseBindMatrices(accessorOf(document, 'MAT4', new Float32Array(inverses)));
}

/** The extensions' module is large, so it is imported only for this style. */
const importUnlit = async () => (await import('@gltf-transform/extensions')).KHRMaterialsUnlit;

type Written = {
  unlit: KHRMaterialsUnlit | null;
  /** Pictures that several materials share are written once. */
  pictures: Map<FilePicture, Texture>;
};

async function createPrimitive(document: Document, surface: FileSurface, written: Written) {
  const { positions, normals, uvs, joints, weights, indices, swatches } = surface;
  const narrow = positions.length / 3 < 65_535 ? new Uint16Array(indices) : indices;
  const primitive = document
    .createPrimitive()
    .setIndices(accessorOf(document, 'SCALAR', narrow))
    .setAttribute('POSITION', accessorOf(document, 'VEC3', positions))
    .setAttribute('NORMAL', accessorOf(document, 'VEC3', normals))
    .setAttribute('JOINTS_0', accessorOf(document, 'VEC4', joints))
    .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', weights))
    .setMaterial((await createMaterial(document, surface.material, written)).setDoubleSided(!surface.closed))
    .setExtras({ parts: surface.parts, ...(swatches && { swatches }) });
  return uvs ? primitive.setAttribute('TEXCOORD_0', accessorOf(document, 'VEC2', uvs)) : primitive;
}

async function createMaterial(
  document: Document,
  { name, color, roughness, metalness, glow = 0, texture, maps, unlit: isUnlit }: FileMaterial,
  { unlit, pictures }: Written,
) {
  const [r, g, b] = color.map(linearOf) as [number, number, number];
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([r, g, b, 1])
    .setRoughnessFactor(roughness)
    .setMetallicFactor(metalness)
    .setEmissiveFactor([r * glow, g * glow, b * glow]);
  if (unlit && isUnlit) material.setExtension(unlit.extensionName, unlit.createUnlit());
  const png = (label: string, image: Uint8Array) =>
    document.createTexture(label).setMimeType('image/png').setImage(image);
  if (texture) {
    const picture = pictures.get(texture) ?? png(name, await texture.png);
    pictures.set(texture, picture);
    material.setBaseColorTexture(picture);
  }
  if (maps) material.setBaseColorTexture(png('color', maps.color));
  if (maps?.shine) material.setMetallicRoughnessTexture(png('shine', maps.shine));
  if (maps?.glow) material.setEmissiveTexture(png('glow', maps.glow));
  return material;
}
