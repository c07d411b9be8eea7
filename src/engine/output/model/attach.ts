/** Adds the skeleton, weights and clips to the model's own document; materials and textures stay unchanged. */
import type { Accessor, Document, Extension, GLTF, Primitive } from '@gltf-transform/core';
import type { Clip } from '../../clips/clip.js';
import { packGlb, partsOf } from '../../input/model/glb-pack.js';
import { keepMaterialExtensions, writerOf } from '../../input/model/gltf.js';
import type { Model, Piece } from '../../input/model/model.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { Skin } from '../../skinning/influences.js';
import { accessorOf } from '../accessors.js';
import { withAnimations } from '../animations.js';
import { createArmature, createJoints, createSkin, generator } from '../glb.js';

type Parts = { skeleton: Skeleton; skins: readonly Skin[]; clips: readonly Clip[]; height: number };

/** `skeleton` and `clips` are in the file's space; `skins[i]` belongs to `model.pieces[i]`. */
export async function attachRig(
  model: Model,
  { skeleton, skins, clips, height }: Parts,
): Promise<Uint8Array> {
  const { document, name } = model;
  const root = document.getRoot();
  const primitives = model.pieces.map((piece, i) => skinnedPrimitive(document, piece, skins[i]!));
  const old = [
    ...root.listAnimations(),
    ...root.listSkins(),
    ...root.listScenes(),
    ...root.listNodes(),
    ...root.listMeshes(),
    ...root.listCameras(),
  ];
  for (const property of old) property.dispose();
  keepMaterialExtensions(document);
  const mesh = document.createMesh(name);
  for (const primitive of primitives) mesh.addPrimitive(primitive);
  const nodes = createJoints(document, skeleton);
  const body = document
    .createNode(name)
    .setMesh(mesh)
    .setSkin(createSkin(document, skeleton, nodes));
  const armature = createArmature(document, skeleton, nodes, height);
  root.setDefaultScene(document.createScene(name).addChild(armature).addChild(body));
  (root.getAsset() as GLTF.IAsset).generator = generator;
  compact(document);
  const file = await partsOf(await writerOf(document), document);
  return packGlb(withAnimations(file, clips, skeleton));
}

/** Writes one buffer without unused data. */
export async function writeCompact(
  document: Document,
  extra: readonly (typeof Extension)[] = [],
): Promise<Uint8Array> {
  compact(document);
  return (await writerOf(document, extra)).writeBinary(document);
}

function compact(document: Document): void {
  const root = document.getRoot();
  const used = new Set(root.listMeshes().flatMap((mesh) => mesh.listPrimitives()));
  for (const accessor of root.listAccessors()) {
    const owners = accessor.listParents().filter((parent) => parent !== root);
    const kept = owners.some((owner) => owner.propertyType !== 'Primitive' || used.has(owner as Primitive));
    if (!kept) accessor.dispose();
  }
  const [first, ...others] = root.listBuffers();
  const buffer = first ?? document.createBuffer();
  for (const accessor of root.listAccessors()) accessor.setBuffer(buffer);
  for (const other of others) other.dispose();
}

/** Keeps the source's texture coordinates and colours; positions and normals are those of the rest pose. */
function skinnedPrimitive(
  document: Document,
  { source, positions, normals, indices }: Piece,
  skin: Skin,
): Primitive {
  const wide = positions.length / 3 >= 65_535;
  const primitive = document
    .createPrimitive()
    .setMaterial(source.getMaterial())
    .setIndices(accessorOf(document, 'SCALAR', wide ? indices : new Uint16Array(indices)))
    .setAttribute('POSITION', accessorOf(document, 'VEC3', positions))
    .setAttribute('NORMAL', accessorOf(document, 'VEC3', normals))
    .setAttribute('JOINTS_0', accessorOf(document, 'VEC4', skin.joints))
    .setAttribute('WEIGHTS_0', accessorOf(document, 'VEC4', skin.weights));
  for (const semantic of source.listSemantics()) {
    const accessor = source.getAttribute(semantic)!;
    const carried = /^(TEXCOORD|COLOR)_\d$/.test(semantic) && accessor.getCount() === positions.length / 3;
    if (carried && (accessor.getArray() ?? []).every(Number.isFinite))
      primitive.setAttribute(semantic, plainAccessor(document, accessor));
  }
  return primitive;
}

/** Texture coordinates and colours in a core glTF format: floats, or normalised unsigned integers. */
function plainAccessor(document: Document, accessor: Accessor): Accessor {
  const array = accessor.getArray()!;
  const unsigned = array instanceof Uint8Array || array instanceof Uint16Array;
  if (array instanceof Float32Array || (unsigned && accessor.getNormalized())) return accessor;
  const width = accessor.getElementSize();
  const values = new Float32Array(array.length);
  const row: number[] = [];
  for (let v = 0; v < accessor.getCount(); v++) values.set(accessor.getElement(v, row), v * width);
  return accessorOf(document, accessor.getType(), values);
}
