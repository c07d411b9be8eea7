/**
 * `npm run depths`: measures in outlines of the engine's own bodies how deep they are for what a picture shows of them,
 * and writes `data/depths/bodies.json`, which gives figures in pictures their depth. `npm run bench -- sides` checks it
 * on other bodies.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { breadthsOf } from '../src/engine/body/pictured/column.js';
import { figurePartsOf } from '../src/engine/body/pictured/figure-form.js';
import { eachCell } from '../src/engine/body/pictured/form.js';
import { inflate } from '../src/engine/body/pictured/inflate.js';
import { boundsOfVertices } from '../src/engine/geometry/mesh/bounds.js';
import { makeCharacter } from '../src/engine/pipeline/build.js';
import { createProgress } from '../src/engine/pipeline/progress.js';
import { interpretText } from '../src/engine/pipeline/text.js';
import {
  largestDisc,
  middleOf,
  type PixelRun,
  runsOf,
  type Silhouette,
  silhouetteOf,
  widestOf,
  widthOf,
} from '../src/engine/segmentation/image/silhouette.js';
import { layBiped } from '../src/engine/skeleton/outline/biped.js';
import { joined } from './eval/sides.js';
import { project, type Surface, type View, views } from './eval/silhouette.js';
import { median } from './figure.js';

const people = [
  'a man',
  'a woman',
  'a boy in a shirt',
  'a girl with long hair',
  'a knight',
  'a pirate',
  'a mechanic',
  'a cat person',
];
const animals = {
  quadruped: ['a horse', 'a cat', 'a dog', 'a cow', 'a bear', 'a deer'],
  avian: ['a parrot', 'a duck', 'a chicken', 'an eagle'],
} as const;
const seeds = [1, 3];
const stations = 10;
const rows = 300;

async function surfaceOfPrompt(prompt: string, seed: number): Promise<Surface> {
  const interpreted = interpretText({ kind: 'text', prompt, seed, parameters: { detail: 'low' } });
  const { surfaces } = await makeCharacter(interpreted, createProgress({}), { clips: ['idle'] });
  return joined(surfaces);
}

/** The outline from one side, of height one. */
function outlineOf(surface: Surface, view: View): Silhouette {
  const { low, high } = boundsOfVertices([surface]);
  const axis = view.right[0];
  const width = Math.max(4, Math.round((rows * (high[axis]! - low[axis]!)) / (high[1]! - low[1]!)));
  const shown = project(surface, view, width, rows);
  return silhouetteOf(
    { width, height: rows, inside: Uint8Array.from(shown, (s) => (s < 0 ? 0 : 1)) },
    1,
    150,
  );
}

const widest = (s: Silhouette, share: number): PixelRun | undefined =>
  widestOf(runsOf(s, Math.min(s.rows - 1, Math.floor(share * s.rows))));

type Station = { depth: number; middle: number };

/** Head and torso of one person at each station. */
function stationsOf(surface: Surface): { head: (Station | null)[]; torso: (Station | null)[] } {
  const [front, side] = [outlineOf(surface, views.front), outlineOf(surface, views.left)];
  const relief = inflate(front);
  const { skeleton, trunk } = layBiped(front);
  const parts = figurePartsOf(front, { skeleton, trunk, unseen: new Set() });
  // The left view has the front on the picture's left.
  const ahead = (run: PixelRun) => -(middleOf(run) - side.columns / 2) * side.cell;
  const legs = [0.15, 0.2, 0.25, 0.3].flatMap((share) => widest(side, share) ?? []).map(ahead);
  const part = (name: 'head' | 'torso', from: number, to: number) => {
    const { breadth } = breadthsOf(relief, (n) => parts[n] === name);
    const half = median([...breadth].filter((own) => own > 0));
    return Array.from({ length: stations }, (_, i): Station | null => {
      const row = Math.min(front.rows - 1, Math.round(from + ((to - from) * (i + 0.5)) / stations));
      const run = widest(side, row / front.rows);
      if (!run || breadth[row]! < half * 0.75) return null;
      return {
        depth: (widthOf(run) * side.cell) / 2 / Math.min(breadth[row]!, half * 1.2),
        middle: (ahead(run) - median(legs)) / half,
      };
    });
  };
  return { head: part('head', trunk.neck, front.rows), torso: part('torso', trunk.hips, trunk.neck) };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Medians; a station that most bodies lack is as the nearest one. */
function profileOf(all: readonly (Station | null)[][]) {
  const known = Array.from({ length: stations }, (_, i) => all.flatMap((one) => one[i] ?? []));
  const shared = known.map((own, i) => ({ i, own })).filter(({ own }) => own.length * 2 > all.length);
  const column = (key: keyof Station) =>
    known.map((_, i) => {
      const { own } = shared.reduce((a, b) => (Math.abs(b.i - i) < Math.abs(a.i - i) ? b : a));
      return rounded(median(own.map((station) => station[key])));
    });
  return { depth: column('depth'), middle: column('middle') };
}

/**
 * Half breadth of an animal's trunk, by the half thickness that its outline from the side suggests. The largest disc in
 * the outline from the front is the trunk's, without wings and legs.
 */
function trunkOf(surface: Surface): number {
  const [front, side] = [outlineOf(surface, views.front), outlineOf(surface, views.left)];
  let thickest = 0;
  eachCell(inflate(side), (_n, _u, _v, half) => {
    thickest = Math.max(thickest, half);
  });
  return largestDisc(front).radius / thickest;
}

async function measured<T>(prompts: readonly string[], of: (surface: Surface) => T): Promise<T[]> {
  const found: T[] = [];
  for (const prompt of prompts) for (const seed of seeds) found.push(of(await surfaceOfPrompt(prompt, seed)));
  return found;
}

const figures = await measured(people, stationsOf);
const side: Record<string, number> = {};
for (const [kind, prompts] of Object.entries(animals))
  side[kind] = rounded(median(await measured(prompts, trunkOf)));
const table = {
  biped: {
    head: profileOf(figures.map(({ head }) => head)),
    torso: profileOf(figures.map(({ torso }) => torso)),
  },
  side,
};
await mkdir('data/depths', { recursive: true });
await writeFile('data/depths/bodies.json', `${JSON.stringify(table, null, 2)}\n`);
console.log(JSON.stringify(table));
