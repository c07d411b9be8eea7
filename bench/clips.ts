/**
 * Finds faults in the clips of characters: parts inside one another or below the ground, sliding feet, jumps, and held
 * things that tip over. After `node build.mjs --bench`:
 *
 *     node dist/modules/bench/clips.js [--prompt TEXT]... [--seed SEED] [--from SEED --seeds N] [--model FILE]...
 *       [--only CLIP,..] [--moments N]
 *
 * `--seed` is the seed of every `--prompt`; `--from` makes a sentence from each of N seeds; `--moments` says at how many
 * times of a clip depths are measured.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clip } from '../src/engine/clips/clip.js';
import { makeRig } from '../src/engine/index.js';
import { readRig } from '../src/engine/output/formats/read.js';
import { type Acting, makeCharacter } from '../src/engine/pipeline/build.js';
import { createProgress } from '../src/engine/pipeline/progress.js';
import { interpretText } from '../src/engine/pipeline/text.js';
import { leastUpright, measureBody, motionFaults } from './clips/motion.js';
import { measureDepths } from './clips/touching.js';
import { sentence } from './outputs/requests.js';

const { values } = parseArgs({
  options: {
    prompt: { type: 'string', multiple: true, default: [] },
    model: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', default: '0' },
    seeds: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    moments: { type: 'string', default: '8' },
  },
});

type Actor = { name: string; make: () => Promise<Pick<Acting, 'skeleton' | 'surfaces' | 'clips'>> };

const ofText = (prompt: string, seed: number): Actor => ({
  name: `${prompt} (${seed})`,
  make: () =>
    makeCharacter(
      interpretText({ kind: 'text', prompt, seed, parameters: { detail: 'low' } }),
      createProgress({}),
    ),
});

const ofModel = (file: string): Actor => ({
  name: basename(file),
  make: async () => {
    const { glb } = await makeRig({ kind: 'mesh', model: await readFile(file), previewSize: 64 });
    const { document, skeleton, parts, clips } = await readRig(glb);
    const animations = document.getRoot().listAnimations();
    const described = clips.map((clip, i): Clip => {
      const { travel, loop } = (animations[i]!.getExtras().rigsmith ?? {}) as Pick<Clip, 'travel'> & {
        loop?: boolean;
      };
      return { ...clip, ...(travel && { travel }), ...(loop === false && { once: true }) };
    });
    return { skeleton, surfaces: parts as unknown as Acting['surfaces'], clips: described };
  },
});

/** The largest value that is not a fault, in heights of the body. */
const limits = { inside: 0.01, below: 0.01, slide: 0.02, jump: 0.05 };

const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.from) + i);
const actors = [
  ...values.prompt.map((prompt) => ofText(prompt, Number(values.seed))),
  ...seeds.map((seed) => ofText(sentence(seed), seed)),
  ...values.model.map(ofModel),
];
const only = values.only?.split(',');
const count = Number(values.moments);
const moments = Array.from({ length: count }, (_, i) => (i + 0.5) / count);
const totals = { clips: 0, faulty: 0, inside: 0, below: 0, slide: 0, jump: 0, tipped: 0 };

for (const { name, make } of actors) {
  const acting = await make();
  const body = measureBody(acting);
  const clips = acting.clips.filter((clip) => !only || only.includes(clip.name));
  console.log(`${name}: ${acting.skeleton.kind}, ${clips.length} clips`);
  for (const clip of clips) {
    const found = { ...measureDepths(acting as Acting, clip, moments), ...motionFaults(body, clip) };
    const upright = leastUpright(body, clip);
    const tipped = upright !== null && upright < -0.3;
    const faults = (Object.keys(limits) as (keyof typeof limits)[]).filter((key) => found[key] > limits[key]);
    totals.clips++;
    for (const key of faults) totals[key]++;
    if (tipped) totals.tipped++;
    if (faults.length === 0 && !tipped) continue;
    totals.faulty++;
    const said = faults.map(
      (key) => `${key} ${(100 * found[key]).toFixed(1)} %${key === 'jump' ? ` (${found.jumps})` : ''}`,
    );
    console.log(
      `  ${clip.name.padEnd(14)} ${[...said, ...(tipped ? [`tipped ${upright.toFixed(2)}`] : [])].join(', ')}`,
    );
  }
}
console.log(
  Object.entries(totals)
    .map(([key, value]) => `${key} ${value}`)
    .join(', '),
);
