/** The colours of an uploaded model's triangles, from its materials, textures and vertex colours. */
import { linearOf, srgbOf } from '../../colour.js';
import { distance, type Vec3 } from '../../geometry/vec.js';
import { alike, nearest, paletteOf } from '../palette.js';
import type { Body, Look } from './body.js';
import { splitEdges } from './split.js';

/** Weights of the corners at the points of a triangle that are looked at. */
const probes: readonly Vec3[] = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.8, 0.1, 0.1],
  [0.1, 0.8, 0.1],
  [0.1, 0.1, 0.8],
];

/** sRGB 0-1; null where a cut-out texture is transparent. */
function colourAt({ indices, uvs, tints }: Body, look: Look, t: number, shares: Vec3): Vec3 | null {
  const mean = (values: Float32Array, width: number, i: number) =>
    shares.reduce((sum, share, c) => sum + share * values[indices[t + c]! * width + i]!, 0);
  const tint: Vec3 = [mean(tints, 3, 0), mean(tints, 3, 1), mean(tints, 3, 2)];
  const { texture, color } = look;
  let painted: Vec3 = [1, 1, 1];
  if (texture) {
    const { pixels, width, height } = texture;
    const at = (texel(mean(uvs, 2, 1), height) * width + texel(mean(uvs, 2, 0), width)) * 4;
    if (look.cutOut && pixels[at + 3]! < 128) return null;
    painted = [pixels[at]! / 255, pixels[at + 1]! / 255, pixels[at + 2]! / 255];
  }
  const [r, g, b] = painted.map((c, i) => srgbOf(Math.min(1, linearOf(c) * linearOf(color[i]!) * tint[i]!)));
  return [r!, g!, b!];
}

/** Textures repeat. */
const texel = (uv: number, size: number): number =>
  Math.min(size - 1, Math.floor((uv - Math.floor(uv)) * size));

/**
 * Splits triangles with several colours, so that faces and patterns of a texture stay visible.
 * @param nodes the same number for all vertices at one place, so that neighbours are split alike
 */
export function splitByColour(
  body: Body,
  looks: readonly Look[],
  wanted: { shortest: number; most: number; joints: number },
  nodesOf: (body: Body) => Uint32Array,
): Body {
  let [split, round] = [body, 0];
  while (round++ < rounds && split.indices.length / 3 < wanted.most) {
    const marked = mixedEdges(split, looks, nodesOf(split), wanted.shortest);
    if (!marked) break;
    split = splitEdges(split, (a, b) => (marked(a, b) ? 0.5 : null), wanted.joints);
  }
  return split;
}

const rounds = 6;

/** The longest edges of triangles with several colours; null where there are none. */
function mixedEdges({ ...body }: Body, looks: readonly Look[], nodes: Uint32Array, shortest: number) {
  const count = nodes.length;
  const keyOf = (a: number, b: number) =>
    Math.min(nodes[a]!, nodes[b]!) * count + Math.max(nodes[a]!, nodes[b]!);
  const marked = new Set<number>();
  const long = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((i) => body.positions[a * 3 + i]! - body.positions[b * 3 + i]!));
  for (let t = 0; t < body.indices.length; t += 3) {
    const look = looks[body.looks[body.indices[t]!]!]!;
    if (!look.texture || !isMixed(body, look, t)) continue;
    const [a, b, c] = [body.indices[t]!, body.indices[t + 1]!, body.indices[t + 2]!];
    const lengths = [long(a, b), long(b, c), long(c, a)];
    const longest = Math.max(...lengths);
    if (longest <= shortest) continue;
    [[a, b] as const, [b, c] as const, [c, a] as const].forEach(([from, to], i) => {
      if (lengths[i]! > 0.6 * longest) marked.add(keyOf(from, to));
    });
  }
  return marked.size > 0 ? (a: number, b: number) => marked.has(keyOf(a, b)) : null;
}

function isMixed(body: Body, look: Look, t: number): boolean {
  const seen = probes.map((shares) => colourAt(body, look, t, shares));
  return seen.some((colour) => (colour && seen[0] ? distance(colour, seen[0]) > alike : colour !== seen[0]));
}

/** One colour of a look, with the first indices of its triangles. */
export type Shade = { look: Look; color: Vec3; triangles: number[] };

/** Triangles by look and colour, without the transparent ones. */
export function shadesOf(body: Body, looks: readonly Look[]): Shade[] {
  const seen = looks.map((): { t: number; colour: Vec3 }[] => []);
  for (let t = 0; t < body.indices.length; t += 3) {
    const look = body.looks[body.indices[t]!]!;
    const colour = colourAt(body, looks[look]!, t, probes[0]!);
    if (colour) seen[look]!.push({ t, colour });
  }
  const most = Math.max(1, Math.floor(mostShades / looks.length));
  return seen.flatMap((list, i) => {
    const palette = paletteOf(list.map(({ colour }) => colour)).slice(0, most);
    const shades = palette.map((color): Shade => ({ look: looks[i]!, color, triangles: [] }));
    for (const { t, colour } of list) shades[nearest(palette, colour)]!.triangles.push(t);
    return shades.filter(({ triangles }) => triangles.length > 0);
  });
}

/** Of a palette texture, half of them for the shaded side. */
const mostShades = 120;
