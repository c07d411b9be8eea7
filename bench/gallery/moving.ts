/** Clips as strips of four moments, and expressions as faces. */
import { restPose } from '../../src/engine/clips/clip.js';
import { makeRig } from '../../src/engine/index.js';
import type { ShownSurface } from '../../src/engine/output/assemble.js';
import { readRig } from '../../src/engine/output/formats/read.js';
import { shownSurfaces } from '../../src/engine/output/model/shown.js';
import { renderStill } from '../../src/engine/output/render/still.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';
import type { Skeleton } from '../../src/engine/skeleton/skeleton.js';
import type { Tile } from './sheet.js';

/** One of each class of body. */
export const movers = [
  'a man',
  'a chibi girl',
  'a wizard with a staff',
  'a robot',
  'a fox',
  'a dragon',
  'a parrot',
  'a snake',
  'a shark',
  'a spider',
  'a bee',
];
const moments = [0.05, 0.3, 0.55, 0.8];
const threeQuarters = 0.7;

export async function clipTiles(prompt: string, side: number): Promise<Tile[]> {
  const interpreted = interpretText({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
  const { skeleton, shown, clips } = await makeCharacter(interpreted, createProgress({}));
  return clips.flatMap(({ name, poses }) =>
    moments.map((moment, i) => {
      const pose = poses[Math.round(moment * (poses.length - 1))]!;
      const rgb = renderStill(skeleton, shown, pose, side, threeQuarters);
      return { caption: i === 0 ? `${prompt}: ${name}` : '', rgb };
    }),
  );
}

export const faces = ['a man', 'a girl with red hair', 'a fox', 'a green dragon', 'a robot', 'a toon witch'];

/** The face at rest, then with each expression, as the file has them. */
export async function faceTiles(prompt: string, side: number): Promise<Tile[]> {
  const { glb } = await makeRig({ kind: 'text', prompt, seed: 1, clips: ['idle'], previewSize: 64 });
  const { skeleton, parts } = await readRig(glb);
  const pieces = parts.map(({ primitive, ...part }) => ({ source: primitive, ...part }));
  const surfaces = await shownSurfaces(pieces, parts);
  const names = parts[0]!.primitive.listTargets().map((target) => target.getName());
  const draw = (shown: readonly ShownSurface[]) => {
    const heads = shown.map((surface) => headOf(surface, skeleton));
    return renderStill(skeleton, heads, restPose, side, skeleton.kind === 'biped' ? 0.25 : threeQuarters);
  };
  return [
    { caption: prompt, rgb: draw(surfaces) },
    ...names.map((caption, at) => ({
      caption,
      rgb: draw(
        surfaces.map((surface, i) => {
          const moved = parts[i]!.primitive.listTargets()[at]?.getAttribute('POSITION')?.getArray();
          return moved
            ? { ...surface, positions: surface.positions.map((value, v) => value + moved[v]!) }
            : surface;
        }),
      ),
    })),
  ];
}

const ofHead = /^(head|jaw|leftEye|rightEye|leftEar|rightEar|neck)/;

/** The triangles that move with the head, without the unused vertices, which would count for the frame. */
function headOf(surface: ShownSurface, { joints }: Skeleton): ShownSurface {
  const isHead = (v: number) => ofHead.test(joints[surface.joints[v * 4]!]!.name);
  const kept: number[] = [];
  for (let t = 0; t < surface.indices.length; t += 3) {
    const corners = surface.indices.subarray(t, t + 3);
    if (corners.every(isHead)) kept.push(...corners);
  }
  const used = [...new Set(kept)];
  const place = new Map(used.map((v, i) => [v, i]));
  const pick = <A extends Float32Array | Uint8Array>(from: A, width: number): A => {
    const to = from.slice(0, used.length * width) as A;
    used.forEach((v, i) => {
      for (let k = 0; k < width; k++) to[i * width + k] = from[v * width + k]!;
    });
    return to;
  };
  return {
    ...surface,
    positions: pick(surface.positions, 3),
    normals: pick(surface.normals, 3),
    uvs: surface.uvs && pick(surface.uvs, 2),
    joints: pick(surface.joints, 4),
    weights: pick(surface.weights, 4),
    indices: Uint32Array.from(kept, (v) => place.get(v)!),
  };
}
