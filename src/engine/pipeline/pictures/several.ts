/** Several pictures of a figure that is not a biped: a solid from their outlines, and a skeleton fitted to it. */

import { seenPanel } from '../../body/pictured/areas.js';
import { rowMost } from '../../body/pictured/hull.js';
import { boxUv, character, depthIn } from '../../body/pictured/pictured.js';
import { volumeOf } from '../../body/pictured/profile.js';
import type { Shot, Shots } from '../../body/pictured/shot.js';
import { type Panel, panelPixels, textureOf } from '../../body/pictured/texture.js';
import { backOf, roundOf } from '../../body/pictured/unseen.js';
import type { Character } from '../../character.js';
import { type Field, leaf } from '../../geometry/field/field.js';
import { clamp, type Vec3 } from '../../geometry/vec.js';
import { quarterTurn, turnedField } from '../../geometry/volume/turn.js';
import { balanced } from '../../input/image/light.js';
import { classOf } from '../../skeleton/outline/class-of.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { fitSkeleton } from '../../skeleton/solid/fit.js';
import type { RigParameters, SkeletonKind, ViewName } from '../../types.js';

/** A skeleton facing +Z, and the quarter turns that brought the pictures' solid there. */
export type SeenCreature = { field: Field; skeleton: Skeleton; turns: number };

/** Classes that an outline from the side can show; the others are seen from above. */
const fromSide: ReadonlySet<SkeletonKind | 'auto'> = new Set(['quadruped', 'avian', 'aquatic'] as const);

/** Greatest breadth of a quadruped as a fraction of its length; spread wings are broader. */
const narrow = 0.65;

/** Null for bipeds and for sets without a side view. */
export function creatureSeen(
  shots: Shots,
  wanted: NonNullable<RigParameters['skeleton']>,
): SeenCreature | null {
  const side = shots.left ?? shots.right;
  const kind = wanted === 'auto' && side ? classOf(side.silhouette) : wanted;
  if (!side || (wanted === 'auto' && !fromSide.has(kind)) || kind === 'biped') return null;
  const field = roundHull(shots.front, side, shots.left ? -1 : 1);
  const volume = volumeOf(field);
  const free = fitSkeleton(volume, wanted);
  if (free.skeleton.kind === 'biped') return null;
  const slim = shots.front.silhouette.width < side.silhouette.width * narrow;
  const own = free.skeleton.kind === kind || (slim && free.skeleton.kind === 'quadruped');
  const forced = own ? free : fitSkeleton(volume, kind);
  const { skeleton, turns } = forced.skeleton.kind === kind ? forced : free;
  if (wanted !== 'auto' && skeleton.kind !== wanted) return null;
  return { field: turnedField(field, turns), skeleton, turns };
}

/** Superellipses fill their boxes slightly more than ellipses. */
const exponent = 2.2;

/** In each row both reliefs, divided by the row's greatest, say how far out a point is in either view. */
function roundHull(front: Shot, side: Shot, sign: 1 | -1): Field {
  const { width, height, cell, rows } = front.silhouette;
  const [broadest, deepest] = [front, side].map(({ relief }) => rowMost(relief, rows)) as [
    Float32Array,
    Float32Array,
  ];
  const reach = side.silhouette.width / 2 + cell;
  const at = (x: number, y: number, z: number): number => {
    const row = Math.round(clamp(y / cell - 0.5, 0, rows - 1));
    const [broad, deep] = [broadest[row]!, deepest[row]!];
    const across = 1 - front.relief.at(x, y) / broad;
    const into = 1 - side.relief.at(sign * z, y) / deep;
    const [u, v] = [Math.max(0, across), Math.max(0, into)];
    const steep = 2 * Math.sqrt(u / broad + v / deep) + 0.5 / Math.sqrt(Math.max(broad, deep));
    return (Math.max(u ** (exponent / 2) + v ** (exponent / 2), across, into) - 1) / steep;
  };
  const wide = width / 2 + cell;
  return leaf({ min: [-wide, -cell, -reach], max: [wide, height + cell, reach] }, at);
}

/** Projection of a point into a view, and how directly a normal faces it. */
const sights: Record<ViewName, { across(p: Vec3): number; towards(n: Vec3): number }> = {
  front: { across: ([x]) => x, towards: ([, , z]) => z },
  back: { across: ([x]) => -x, towards: ([, , z]) => -z },
  left: { across: ([, , z]) => -z, towards: ([x]) => x },
  right: { across: ([, , z]) => z, towards: ([x]) => -x },
};

/** Puts each picture on the side it shows; uncovered sides mirror the opposite side or get a plain back. */
export async function dressSeen(
  shots: Shots,
  { field, skeleton, turns }: SeenCreature,
  parameters: RigParameters,
): Promise<Character> {
  const { front } = shots;
  const shown = Object.entries(shots) as [ViewName, Shot][];
  const panels = await Promise.all(
    shown.map(async ([view, shot]): Promise<Panel & { view: ViewName }> => {
      const picture = shot === front ? shot.picture : balanced(shot, front);
      const uv: Panel['uv'] = (...p) =>
        boxUv(shot.silhouette, sights[view].across(quarterTurn(p, -turns)), p[1]);
      return { view, uv, pixels: await panelPixels(picture, shot.mask, shot.silhouette.crop) };
    }),
  );
  if (!shots.back) {
    const ahead = panels.find(({ view }) => view === 'front')!;
    const seen = seenPanel(ahead.pixels, depthIn(front.silhouette));
    panels.push({ ...ahead, view: 'back', pixels: backOf(seen, roundOf(seen)) });
  }
  const flank = panels.findIndex(({ view }) => view === 'left' || view === 'right');
  const choose = (...n: Vec3): number => {
    const normal = quarterTurn(n, -turns);
    const most = (Object.keys(sights) as ViewName[]).reduce((best, view) =>
      sights[view].towards(normal) > sights[best].towards(normal) ? view : best,
    );
    const own = panels.findIndex(({ view }) => view === most);
    return own < 0 ? flank : own;
  };
  return character(field, skeleton, await textureOf(panels, choose), parameters);
}
