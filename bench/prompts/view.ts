/**
 * The visible surface of a finished file: its triangles drawn from six sides, each pixel with its position, color and
 * shine, and the joint that moves it.
 */
import { type Material as GltfMaterial, NodeIO, type Primitive, type Texture } from '@gltf-transform/core';
import sharp from 'sharp';

type Point = readonly [number, number, number];
export type Triangle = { corners: readonly [Point, Point, Point]; material: number; joint: string };
export type Material = { colour: readonly number[]; metal: number };
export type Model = {
  triangles: readonly Triangle[];
  materials: readonly Material[];
  joints: readonly string[];
  height: number;
  middle: Point;
  reach: number;
};
export type Pixel = { p: Point; material: Material; joint: string };
/** Pixels of all views in rows, `null` for the background. */
export type Seen = readonly (Pixel | null)[];

/** @param glb a file with one skin */
export async function readModel(glb: Uint8Array): Promise<Model> {
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  const materials: Material[] = [];
  const lookers = new Map<GltfMaterial, Look>();
  for (const one of root.listMaterials()) lookers.set(one, await lookOf(one, materials));
  const joints = root
    .listSkins()[0]!
    .listJoints()
    .map((joint) => joint.getName());
  const triangles = root
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .flatMap((primitive) => {
      const [place, indices] = [primitive.getAttribute('POSITION')!, primitive.getIndices()!.getArray()!];
      const at = (i: number) => place.getElement(indices[i]!, []) as unknown as Point;
      const look = lookers.get(primitive.getMaterial()!)!;
      const [ids, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
      const mover = (i: number): string => {
        const shares: number[] = weights.getElement(indices[i]!, []);
        return joints[ids.getElement(indices[i]!, [])[shares.indexOf(Math.max(...shares))]!]!;
      };
      return Array.from({ length: indices.length / 3 }, (_, t) => ({
        corners: [at(t * 3), at(t * 3 + 1), at(t * 3 + 2)] as const,
        material: look(middleOf(primitive, [indices[t * 3]!, indices[t * 3 + 1]!, indices[t * 3 + 2]!])),
        joint: mover(t * 3),
      }));
    });
  const points = triangles.flatMap(({ corners }) => corners);
  const [low, high] = [least(points), least(points.map(([x, y, z]) => [-x, -y, -z] as const))];
  const middle = [0, 1, 2].map((i) => (low[i]! - high[i]!) / 2) as unknown as Point;
  const reach = Math.max(...points.map((p) => Math.hypot(...p.map((x, i) => x - middle[i]!))));
  return { triangles, materials, joints, height: -high[1] - low[1], middle, reach };
}

/** The index of the material at texture coordinates. */
type Look = (uv: readonly [number, number]) => number;

/** Adds the materials of a file's material to the list, one for each color of its textures. */
async function lookOf(one: GltfMaterial, materials: Material[]): Promise<Look> {
  const [color, shine] = [
    await decode(one.getBaseColorTexture()),
    await decode(one.getMetallicRoughnessTexture()),
  ];
  const known = new Map<string, number>();
  return (uv) => {
    const texel = color?.(uv).map((c) => linear(c / 255)) ?? [1, 1, 1];
    const colour = one.getBaseColorFactor().map((c, i) => c * (texel[i] ?? 1));
    const metal = one.getMetallicFactor() * ((shine?.(uv)[2] ?? 255) / 255);
    const name = [...colour, metal].join();
    const index = known.get(name) ?? materials.push({ colour, metal }) - 1;
    known.set(name, index);
    return index;
  };
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

async function decode(texture: Texture | null) {
  if (!texture) return null;
  const { data, info } = await sharp(texture.getImage()!)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ([u, v]: readonly [number, number]): number[] => {
    const at = (Math.floor(v * info.height) * info.width + Math.floor(u * info.width)) * info.channels;
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  };
}

function middleOf(primitive: Primitive, corners: readonly number[]): [number, number] {
  const uvs = primitive.getAttribute('TEXCOORD_0');
  const at = corners.map((v): number[] => uvs?.getElement(v, []) ?? [0, 0]);
  return [0, 1].map((i) => at.reduce((sum, uv) => sum + uv[i]! / 3, 0)) as [number, number];
}

function least(points: readonly Point[]): Point {
  const low = [1e9, 1e9, 1e9];
  for (const p of points) for (let i = 0; i < 3; i++) low[i] = Math.min(low[i]!, p[i]!);
  return low as unknown as Point;
}

const side = 150;
/** Yaw and pitch in degrees: front, right, back, left, and two from above. */
const views: readonly (readonly [number, number])[] = [
  [0, 0],
  [90, 0],
  [180, 0],
  [270, 0],
  [35, 35],
  [215, 35],
];
export const frontOf = (seen: Seen): Seen => seen.slice(0, side * side);

/** @param frame the model whose size and center the pictures use, so that two can be compared */
export const see = (model: Model, frame: Model = model): Seen =>
  views.flatMap(([yaw, pitch]) => draw(model, frame, (yaw / 180) * Math.PI, (pitch / 180) * Math.PI));

function draw({ triangles, materials }: Model, { middle, reach }: Model, yaw: number, pitch: number): Seen {
  const [c, s, u, v] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const project = (p: Point): Point => {
    const [x, y, z] = [p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]];
    const [right, ahead] = [x * c - z * s, x * s + z * c];
    const scale = side / 2 / reach;
    return [side / 2 + right * scale, side / 2 - (y * u - ahead * v) * scale, y * v + ahead * u];
  };
  const depth = new Float64Array(side * side).fill(Number.NEGATIVE_INFINITY);
  const pixels: (Pixel | null)[] = new Array(side * side).fill(null);
  for (const { corners, material, joint } of triangles) {
    const [a, b, d] = corners.map(project) as [Point, Point, Point];
    const area = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0]);
    if (Math.abs(area) < 1e-12) continue;
    const [x0, x1] = span(a[0], b[0], d[0]);
    const [y0, y1] = span(a[1], b[1], d[1]);
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const m = ((x + 0.5 - a[0]) * (d[1] - a[1]) - (y + 0.5 - a[1]) * (d[0] - a[0])) / area;
        const n = ((b[0] - a[0]) * (y + 0.5 - a[1]) - (b[1] - a[1]) * (x + 0.5 - a[0])) / area;
        if (m < 0 || n < 0 || m + n > 1) continue;
        const mix = (i: 0 | 1 | 2, of: readonly Point[]) =>
          of[0]![i] * (1 - m - n) + of[1]![i] * m + of[2]![i] * n;
        const near = mix(2, [a, b, d]);
        if (near <= depth[y * side + x]!) continue;
        depth[y * side + x] = near;
        pixels[y * side + x] = {
          p: [mix(0, corners), mix(1, corners), mix(2, corners)],
          material: materials[material]!,
          joint,
        };
      }
  }
  return pixels;
}

const span = (...values: number[]): [number, number] => [
  Math.max(0, Math.floor(Math.min(...values))),
  Math.min(side - 1, Math.ceil(Math.max(...values))),
];

/** Pixels of the first that differ from the second: another position, another color, or background. */
export const added = (one: Seen, other: Seen, height: number): Seen =>
  one.map((pixel, i) => {
    const before = other[i];
    if (!pixel || !before) return pixel;
    const moved = Math.hypot(...pixel.p.map((x, k) => x - before.p[k]!));
    const recoloured = Math.hypot(
      ...pixel.material.colour.slice(0, 3).map((x, k) => x - before.material.colour[k]!),
    );
    return moved > height * 0.012 || recoloured > 0.04 ? pixel : null;
  });

/** Pieces of one kind, larger than a few pixels, in the view that has most of them. */
export function piecesOf(seen: Seen, isKind: (pixel: Pixel) => boolean): number {
  const counts = views.map((_, view) => {
    const open = new Set<number>();
    for (let i = view * side * side; i < (view + 1) * side * side; i++)
      if (seen[i] && isKind(seen[i]!)) open.add(i);
    let count = 0;
    for (const first of open) {
      const piece = [first];
      open.delete(first);
      for (const i of piece)
        for (const next of [i - 1, i + 1, i - side, i + side]) if (open.delete(next)) piece.push(next);
      if (piece.length >= 6) count++;
    }
    return count;
  });
  return Math.max(...counts);
}
