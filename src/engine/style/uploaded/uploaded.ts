/** Other styles for uploaded models: facets, cubes, or flat tones with an outline. */
import { MeshoptSimplifier } from 'meshoptimizer';
import sharp from 'sharp';
import type { FilePicture, Pixels } from '../../character.js';
import { boundsOfTriangles, longestSide } from '../../geometry/mesh/bounds.js';
import { smoothNormals } from '../../input/model/normals.js';
import type { ArtStyle } from '../../kinds.js';
import type { ShownSurface, Surface } from '../../output/assemble.js';
import type { FileSurface } from '../../output/atlas/atlas.js';
import { bakeSwatches } from '../../output/atlas/swatches.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { flatten } from '../facets.js';
import { cubesAcross } from '../style.js';
import { lightOn, outlineOf, shaded } from '../toon.js';
import { voxelSurfaces } from '../voxels/voxels.js';
import { type Body, gatherBody, type Look, partOf } from './body.js';
import { shadesOf, splitByColour } from './colours.js';
import { splitEdges } from './split.js';

/** Triangles at most, before faces and patterns of textures split some of them. */
const budgets = { 'low-poly': 2800, voxel: 60_000, toon: 20_000 } as const;
/** Greatest deviation, as a share of the longest side. */
const tolerances = { 'low-poly': 0.05, voxel: 0.004, toon: 0.003 } as const;
/** Triangles of other colours than their neighbours may add as many. */
const splitting = { 'low-poly': 3200, voxel: 90_000, toon: 20_000 } as const;

export type OtherStyle = Exclude<ArtStyle, 'clay'>;
type Dressed = { shown: FileSurface[]; file: FileSurface[] };

/**
 * @param surfaces in the engine's space
 * @param cutOuts for each surface, whether its material leaves transparent parts out
 * @returns the surfaces of pictures, and of the file: with one material for all without a texture of their own
 */
export async function restyleUpload(
  style: OtherStyle,
  surfaces: readonly ShownSurface[],
  cutOuts: readonly boolean[],
  skeleton: Skeleton,
): Promise<Dressed> {
  await MeshoptSimplifier.ready;
  const { body: whole, looks } = gatherBody(surfaces, cutOuts);
  const joints = skeleton.joints.length;
  const span = longestSide(boundsOfTriangles([whole]));
  const simple = simplified(whole, looks, style, span);
  if (style === 'toon') return toonOf(simple, looks, joints);
  const shortest = span / (style === 'voxel' ? cubesAcross.medium : 60);
  const split = splitByColour(simple, looks, { shortest, most: splitting[style], joints }, nodesOf);
  const plain = surfacesOf(split, looks);
  const styled = style === 'voxel' ? voxelSurfaces(plain, skeleton, cubesAcross.medium) : plain.map(flatten);
  return { shown: styled, file: await bakeSwatches(styled) };
}

const nodesOf = ({ positions }: Body): Uint32Array => MeshoptSimplifier.generatePositionRemap(positions, 3);

/** Borders in a texture stay where they are; those between normals need not. */
function simplified(body: Body, looks: readonly Look[], style: OtherStyle, span: number): Body {
  const wanted = budgets[style] * 3;
  if (body.indices.length <= wanted) return body;
  const [indices] = MeshoptSimplifier.simplify(
    body.indices,
    body.positions,
    3,
    wanted,
    tolerances[style] * span,
    ['ErrorAbsolute', ...(looks.some(({ texture }) => texture) ? [] : ['Permissive' as const])],
  );
  return partOf(body, [...indices]);
}

/** One surface for each colour. Numbers after the names keep them from being taken for eyes and mouths. */
function surfacesOf(body: Body, looks: readonly Look[]): Surface[] {
  return shadesOf(body, looks).map(({ look, color, triangles }, i) =>
    surfaceOf(partOf(body, cornersOf(body, triangles)), {
      ...plainOf(look),
      name: `${look.name || 'colour'} ${i}`,
      color,
    }),
  );
}

const cornersOf = ({ indices }: Body, triangles: readonly number[]): number[] =>
  triangles.flatMap((t) => [indices[t]!, indices[t + 1]!, indices[t + 2]!]);

const plainOf = ({ roughness, metalness, color, name }: Look): Surface['material'] => ({
  name,
  color,
  roughness,
  metalness,
});

/** Open sheets are common in uploads, so both sides are drawn. Vertex colours are in the material already. */
const surfaceOf = (
  { positions, normals, uvs, joints, weights, indices }: Body,
  material: Surface['material'],
): Surface => ({
  material,
  positions,
  normals,
  uvs: material.texture ? uvs : null,
  joints,
  weights,
  indices,
  closed: false,
  parts: [material.name],
});

/** Each colour and texture in two tones, and an outline. */
async function toonOf(body: Body, looks: readonly Look[], joints: number): Promise<Dressed> {
  const light = lightOn(body.normals);
  const isCut = (a: number, b: number) => light[a]! > 0 !== light[b]! > 0;
  const cut = splitEdges(body, (a, b) => (isCut(a, b) ? light[a]! / (light[a]! - light[b]!) : null), joints);
  const lit = lightOn(cut.normals);
  const isLit = (t: number) => [0, 1, 2].reduce((sum, c) => sum + lit[cut.indices[t + c]!]!, 0) > 0;
  const groups = groupsOf(cut, looks);
  const surfaces = groups.flatMap(({ material, triangles }) =>
    [true, false].flatMap((wanted) => {
      const those = triangles.filter((t) => isLit(t) === wanted);
      const color = wanted ? material.color : shaded(material);
      if (those.length === 0) return [];
      return [surfaceOf(partOf(cut, cornersOf(cut, those)), { ...material, color, unlit: true })];
    }),
  );
  const hull = partOf(
    cut,
    groups.flatMap(({ triangles }) => cornersOf(cut, triangles)),
  );
  const outline = outlineOf([surfaceOf({ ...hull, normals: roundNormals(hull) }, plainOf(looks[0]!))]);
  return { shown: [...surfaces, outline], file: [...(await bakeSwatches(surfaces)), outline] };
}

type Group = { material: Surface['material']; triangles: number[] };

/** Textures of whole surfaces stay, unless vertex colours tint them; others become plain colours. */
function groupsOf(body: Body, looks: readonly Look[]): Group[] {
  const tinted = new Set<number>();
  body.tints.forEach((tint, i) => {
    if (tint !== 1) tinted.add(body.looks[Math.floor(i / 3)]!);
  });
  const kept = looks.map(({ texture, cutOut }, i) => (texture && !cutOut && !tinted.has(i) ? texture : null));
  const groups = looks.map((look, i): Group | null => {
    const texture = kept[i];
    const material = { ...plainOf(look), name: look.name || 'texture' };
    return texture ? { material: { ...material, texture: pictureOf(texture) }, triangles: [] } : null;
  });
  const rest: number[] = [];
  for (let t = 0; t < body.indices.length; t += 3)
    (groups[body.looks[body.indices[t]!]!]?.triangles ?? rest).push(t);
  const others = { ...body, indices: Uint32Array.from(cornersOf(body, rest)) };
  const shades = shadesOf(others, looks).map(({ look, color, triangles }, i) => ({
    material: { ...plainOf(look), name: `${look.name || 'colour'} ${i}`, color },
    triangles: triangles.map((t) => rest[t / 3]!),
  }));
  return [...groups.filter((group) => group !== null), ...shades];
}

const pictureOf = (pixels: Pixels): FilePicture => ({
  ...pixels,
  png: sharp(pixels.pixels, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer(),
});

/** Hard edges have several normals at one place, which would open gaps in an outline. */
function roundNormals(body: Body): Float32Array {
  const nodes = nodesOf(body);
  const round = smoothNormals(
    body.positions,
    body.indices.map((v) => nodes[v]!),
  );
  return Float32Array.from(round, (_, i) => round[nodes[Math.floor(i / 3)]! * 3 + (i % 3)]!);
}
