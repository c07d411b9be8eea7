/** The engine's results on drawings with an annotated mask and joints. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';
import { makeRig, type RigReport } from '../../src/engine/index.js';
import { decodePicture } from '../../src/engine/input/image/decode.js';
import { type Mask, maskPicture } from '../../src/engine/segmentation/image/mask.js';
import { processorTime } from './processor.js';
import { project, type Surface, surfaceOf, views } from './silhouette.js';

export type DrawingOutcome = {
  name: string;
  /** Intersection over union of our mask and the annotated one. */
  mask: number;
  /** The same of our mask and the model seen from the front. */
  silhouette: number;
  /** Share of the joints within a tenth of the height from the annotated ones. */
  near: number;
  milliseconds: number;
};

/** One for each AnimatedDrawings folder of `texture.png`, `mask.png` and `char_cfg.yaml`. */
export async function readDrawings(folder: string): Promise<DrawingOutcome[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const outcomes: DrawingOutcome[] = [];
  for (const name of names.sort()) outcomes.push(await outcomeOf(name, join(folder, name)));
  return outcomes;
}

async function outcomeOf(name: string, folder: string): Promise<DrawingOutcome> {
  const image = await readFile(join(folder, 'texture.png'));
  const picture = await decodePicture(image);
  const ours = maskPicture(picture);
  const truth = await sharp(join(folder, 'mask.png'))
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer();
  const before = process.cpuUsage();
  const { glb, report } = await makeRig({ kind: 'image', image, parameters: { skeleton: 'biped' } });
  const milliseconds = processorTime(before);
  const surface = await surfaceOf(glb);
  const joints = jointsOf(await readFile(join(folder, 'char_cfg.yaml'), 'utf8'));
  const original = await sharp(image).metadata();
  return {
    name,
    mask: overlap(
      ours.inside.length,
      (i) => truth[i]! > 127,
      (i) => ours.inside[i] === 1,
    ),
    silhouette: silhouetteOverlap(ours, surface),
    near: nearShare(report, surface, ours, joints, ours.width / original.width),
    milliseconds,
  };
}

function overlap(count: number, a: (i: number) => boolean, b: (i: number) => boolean): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (a(i) && b(i)) both++;
    if (a(i) || b(i)) either++;
  }
  return both / either;
}

type Box = { left: number; top: number; width: number; height: number };

function boxOf({ width, inside }: Mask): Box {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  inside.forEach((one, i) => {
    if (!one) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  });
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function silhouetteOverlap(mask: Mask, surface: Surface): number {
  const { left, top, width, height } = boxOf(mask);
  const shown = project(surface, views.front, width, height);
  const inMask = (i: number) =>
    mask.inside[left + (i % width) + mask.width * (top + Math.floor(i / width))] === 1;
  return overlap(shown.length, (i) => shown[i]! >= 0, inMask);
}

/** Names and pixels of the original drawing. */
const jointsOf = (yaml: string): Map<string, readonly [number, number]> =>
  new Map(
    [...yaml.matchAll(/loc:\s*- (\d+)\s*- (\d+)\s*name: (\w+)/g)].map(
      ([, x, y, name]) => [name!, [Number(x), Number(y)]] as const,
    ),
  );

const partNames = {
  shoulder: 'UpperArm',
  elbow: 'LowerArm',
  hand: 'Hand',
  hip: 'UpperLeg',
  knee: 'LowerLeg',
  foot: 'Foot',
};

function nearShare(
  { joints }: RigReport,
  surface: Surface,
  mask: Mask,
  truth: ReadonlyMap<string, readonly [number, number]>,
  scale: number,
): number {
  const { low, high } = boundsOfVertices([surface]);
  const box = boxOf(mask);
  const pairs = (['left', 'right'] as const).flatMap((side) =>
    Object.entries(partNames).flatMap(([theirs, ours]) => {
      const given = truth.get(`${side}_${theirs}`);
      const found = joints.find(({ name }) => name === side + ours);
      return given ? [{ given, found }] : [];
    }),
  );
  const near = pairs.filter(({ given, found }) => {
    if (!found) return false;
    const x = box.left + (box.width * (found.position[0] - low[0]!)) / (high[0]! - low[0]!);
    const y = box.top + (box.height * (high[1]! - found.position[1])) / (high[1]! - low[1]!);
    return Math.hypot(x - given[0] * scale, y - given[1] * scale) <= 0.1 * box.height;
  });
  return near.length / pairs.length;
}
