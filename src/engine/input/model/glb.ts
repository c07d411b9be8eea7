/**
 * Reads glTF 2.0 binaries into models: node transforms and the rest pose of existing skins are baked into the
 * vertices.
 */
import type { Document, mat4, Node, Primitive, Scene } from '@gltf-transform/core';
import { AppError } from '../../../base/errors.js';
import { checkGlb } from './glb-check.js';
import { readDocument } from './gltf.js';
import { placeInstances } from './instances.js';
import { limits, type Model, type Piece, tooManyTriangles } from './model.js';
import { smoothNormals, toUnit } from './normals.js';
import { repairSkeletonRoots } from './skeleton-root.js';

/**
 * The whole document, with the repairs made in it.
 * @throws AppError `unsupported_media` or `too_large`
 */
export async function openGlb(bytes: Uint8Array): Promise<Pick<Model, 'document' | 'notes'>> {
  const { document } = await open(bytes, false);
  return { document, notes: repairSkeletonRoots(document) };
}

async function open(bytes: Uint8Array, still: boolean): ReturnType<typeof readDocument> {
  checkGlb(bytes);
  try {
    return await readDocument(bytes, still);
  } catch (cause) {
    throw new AppError('unsupported_media', 'That GLB cannot be read. Please export it again.', { cause });
  }
}

export async function readGlb(bytes: Uint8Array): Promise<Model> {
  const { document, animated } = await open(bytes, true);
  placeInstances(document);
  const root = document.getRoot();
  const scene = shownScene(document);
  const nodes: Node[] = [];
  if (scene) scene.traverse((node) => nodes.push(node));
  else nodes.push(...root.listNodes());
  const notes = notesOn(document);
  const pieces = nodes.flatMap((node) =>
    (node.getMesh()?.listPrimitives() ?? []).flatMap((source) => pieceOf(node, source, notes)),
  );
  if (total(pieces, ({ positions }) => positions.length) > limits.vertices) throw tooManyTriangles();
  const joints = [...new Set(root.listSkins().flatMap((skin) => skin.listJoints()))].map((joint) => ({
    name: joint.getName(),
    at: joint.getWorldTranslation(),
  }));
  return {
    name: scene?.getName() || 'model',
    document,
    pieces,
    joints,
    animated,
    notes: [...new Set(notes)],
  };
}

/** The default scene, or the first, unless only another scene contains a mesh. */
function shownScene(document: Document): Scene | undefined {
  const root = document.getRoot();
  const scenes = [root.getDefaultScene(), ...root.listScenes()].filter((scene) => scene !== null);
  const shows = (scene: Scene) => {
    let meshes = 0;
    scene.traverse((node) => {
      if (node.getMesh()) meshes++;
    });
    return meshes > 0;
  };
  return scenes.find(shows) ?? scenes[0];
}

const total = (pieces: readonly Piece[], of: (piece: Piece) => number) =>
  pieces.reduce((sum, piece) => sum + of(piece) / 3, 0);

function notesOn(document: Document): string[] {
  const root = document.getRoot();
  return [
    ...(root.listScenes().length > 1 ? ['The file has several scenes; only one was used.'] : []),
    ...leftOut.flatMap(([extension, what]) =>
      root.listExtensionsUsed().some(({ extensionName }) => extensionName === extension)
        ? [`The model's ${what} were left out.`]
        : [],
    ),
  ];
}

/** Extensions whose features are lost when a model is rigged. */
const leftOut = [
  ['KHR_lights_punctual', 'lights'],
  ['KHR_materials_variants', 'material variants'],
] as const;

function pieceOf(node: Node, source: Primitive, notes: string[]): Piece[] {
  const mirrored = determinant(node.getWorldMatrix()) < 0 && !node.getSkin();
  const pieces = pieceAt(matricesOf(node, source), source, notes, mirrored);
  return node.getSkin() ? pieces : pieces.map((piece) => ({ ...piece, attached: hangsOnJoint(node) }));
}

const hangsOnJoint = (node: Node): boolean => {
  const parent = node.getParentNode();
  return (
    node.listParents().some(({ propertyType }) => propertyType === 'Skin') ||
    (parent !== null && hangsOnJoint(parent))
  );
};

/** A primitive's triangles with each vertex placed by `matrixOf`; null for points and lines. */
export function pieceAt(
  matrixOf: (v: number) => mat4,
  source: Primitive,
  notes: string[],
  mirrored = false,
): Piece[] {
  const place = source.getAttribute('POSITION');
  const indices = trianglesOf(source);
  if (!place || !indices || indices.length === 0) {
    notes.push('Points and lines were left out.');
    return [];
  }
  if (indices.length / 3 > limits.triangles || place.getCount() > limits.vertices) throw tooManyTriangles();
  if (source.listTargets().length > 0) notes.push('Morph targets were left out.');
  const positions = new Float32Array(place.getCount() * 3);
  const normals = new Float32Array(positions.length);
  const given = source.getAttribute('NORMAL');
  const [p, n] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let v = 0; v < place.getCount(); v++) {
    const matrix = matrixOf(v);
    place.getElement(v, p);
    positions.set(carry(matrix, p, 1), v * 3);
    if (given) normals.set(carryNormal(matrix, given.getElement(v, n)), v * 3);
  }
  if (positions.some((value) => !Number.isFinite(value)))
    throw new AppError(
      'unsupported_media',
      'That model has invalid vertex positions (NaN). Please export it again.',
    );
  if (indices.some((v) => v >= place.getCount()))
    throw new AppError(
      'unsupported_media',
      'That model has triangles that refer to missing vertices. Please export it again.',
    );
  const turned = mirrored ? mirrorWinding(indices) : indices;
  return [
    {
      source,
      positions,
      normals: given ? toUnit(normals) : smoothNormals(positions, turned),
      indices: turned,
    },
  ];
}

/** Converts lists, strips and fans (modes 4 to 6) to a list. */
function trianglesOf(source: Primitive): Uint32Array | null {
  const count = source.getAttribute('POSITION')?.getCount() ?? 0;
  const array = source.getIndices()?.getArray();
  const flat = array ? Uint32Array.from(array) : Uint32Array.from({ length: count }, (_, v) => v);
  const mode = source.getMode();
  if (mode === 4) return flat.subarray(0, flat.length - (flat.length % 3));
  if (mode !== 5 && mode !== 6) return null;
  const list: number[] = [];
  for (let i = 2; i < flat.length; i++) {
    if (mode === 6) list.push(flat[0]!, flat[i - 1]!, flat[i]!);
    else list.push(flat[i - 2]!, flat[i - 1 + (i % 2)]!, flat[i - (i % 2)]!);
  }
  return Uint32Array.from(list);
}

function mirrorWinding(indices: Uint32Array): Uint32Array {
  const turned = indices.slice();
  for (let t = 0; t < turned.length; t += 3)
    [turned[t + 1], turned[t + 2]] = [turned[t + 2]!, turned[t + 1]!];
  return turned;
}

/**
 * The node's transform, or for a skinned primitive the weighted mean of its joints' transforms (glTF 2.0 section
 * 3.7.3).
 */
function matricesOf(node: Node, source: Primitive): (v: number) => mat4 {
  const skin = node.getSkin();
  const [joints, weights] = [source.getAttribute('JOINTS_0'), source.getAttribute('WEIGHTS_0')];
  const world = node.getWorldMatrix();
  if (!skin || !joints || !weights) return () => world;
  const inverses = skin.getInverseBindMatrices();
  const carried = skin.listJoints().map((joint, j) => {
    const inverse =
      inverses && j < inverses.getCount() ? inverses.getElement(j, new Array<number>(16)) : null;
    return inverse ? multiply(joint.getWorldMatrix(), inverse as unknown as mat4) : joint.getWorldMatrix();
  });
  const [j, w]: [number[], number[]] = [[], []];
  return (v) => {
    joints.getElement(v, j);
    weights.getElement(v, w);
    const sum = w[0]! + w[1]! + w[2]! + w[3]!;
    if (!(sum > 0)) return world;
    const mean = new Array<number>(16).fill(0) as unknown as mat4;
    for (let i = 0; i < 4; i++) {
      const matrix = carried[j[i]!];
      if (matrix) for (let e = 0; e < 16; e++) mean[e]! += (matrix[e]! * w[i]!) / sum;
    }
    return mean;
  };
}

const multiply = (a: mat4, b: mat4): mat4 =>
  Array.from({ length: 16 }, (_, e) => {
    const [column, row] = [e >> 2, e & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row]! * b[column * 4 + k]!, 0);
  }) as unknown as mat4;

const carry = (m: mat4, [x = 0, y = 0, z = 0]: readonly number[], w: number): number[] =>
  [0, 1, 2].map((r) => m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]! * w);

/** Transforms a normal by cofactors, so that it stays perpendicular under non-uniform scale. */
function carryNormal(m: mat4, [x = 0, y = 0, z = 0]: readonly number[]): number[] {
  const column = (c: number) => [m[c * 4]!, m[c * 4 + 1]!, m[c * 4 + 2]!] as const;
  const [a, b, c] = [column(0), column(1), column(2)];
  const crossed = (u: readonly number[], v: readonly number[], i: number) =>
    u[(i + 1) % 3]! * v[(i + 2) % 3]! - u[(i + 2) % 3]! * v[(i + 1) % 3]!;
  return [0, 1, 2].map((i) => crossed(b, c, i) * x + crossed(c, a, i) * y + crossed(a, b, i) * z);
}

const determinant = (m: mat4): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) -
  m[4] * (m[1] * m[10] - m[2] * m[9]) +
  m[8] * (m[1] * m[6] - m[2] * m[5]);
