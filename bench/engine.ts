/**
 * `npm run bench -- engine`: time for a model with preview and turntable at medium detail (a sentence also at low
 * detail), as the service requests it, by stage, and memory of one worker, for each kind of input. Times are also
 * multiples of a fixed kernel's, which runs in the same process right before each model, so that machines compare.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeRig, type RigRequest, stages } from '../src/engine/index.js';
import type { Made } from './engine/maker.js';
import { type Bench, type Figure, median, percentile } from './figure.js';
import { bareMesh, figure, picture, sentence } from './outputs/requests.js';

type Kind = Exclude<RigRequest['kind'], 'spec'> | 'low';
const goals: Record<Kind, { says: string; seconds: number }> = {
  text: { says: 'a sentence', seconds: 1.5 },
  low: { says: 'a sentence at low detail', seconds: 0.7 },
  image: { says: 'a picture', seconds: 2 },
  images: { says: 'three views', seconds: 2.5 },
  mesh: { says: 'a mesh of 15,000 vertices', seconds: 3 },
};
const memoryGoal = 400;
const rounds = 20;

async function requestsOf(kind: Kind): Promise<RigRequest[]> {
  const seeds = Array.from({ length: kind === 'text' ? rounds * 2 : rounds }, (_, i) => i);
  if (kind === 'text') return seeds.map((seed) => ({ kind, prompt: sentence(seed), seed }));
  if (kind === 'low')
    return seeds.map((seed) => ({
      kind: 'text',
      prompt: sentence(seed),
      seed,
      parameters: { detail: 'low' },
    }));
  if (kind === 'mesh') {
    const models = [
      await bareMesh('a knight', 1, 'high'),
      await bareMesh('a king with a backpack', 2, 'high'),
    ];
    return seeds.map((seed) => ({ kind, model: models[seed % 2]!, seed }));
  }
  const shown = [0, 1, 2, 3].map((seed) => figure(seed));
  const views = (['front', 'left', 'back'] as const).map((view, i) => ({ view, yaw: (i * Math.PI) / 2 }));
  const shots = await Promise.all(
    shown.map((prompt, i) =>
      Promise.all(
        views.map(async ({ view, yaw }) => ({ view, bytes: await picture(prompt, i + 1, yaw, 1024) })),
      ),
    ),
  );
  return seeds.map((seed) => {
    const images = shots[seed % shots.length]!;
    return kind === 'image' ? { kind, image: images[0]!.bytes, seed } : { kind: 'images', images, seed };
  });
}

/** In a child process: the first model, which also loads and compiles, and all later ones. */
async function measure(requests: readonly RigRequest[]): Promise<{ cold: Made; warm: Made[] }> {
  const worker = fork(fileURLToPath(new URL('./engine/maker.js', import.meta.url)), {
    serialization: 'advanced',
  });
  const made: Made[] = [];
  for (const request of [requests[0]!, ...requests]) {
    worker.send(request);
    const [one] = (await once(worker, 'message')) as [Made];
    made.push(one);
  }
  worker.kill();
  return { cold: made[0]!, warm: made.slice(1) };
}

const bench: Bench = async () => {
  const figures: Figure[] = [];
  for (const kind of Object.keys(goals) as Kind[]) {
    const { says, seconds } = goals[kind];
    const { cold, warm } = await measure(await requestsOf(kind));
    const p95 = (of: (made: Made) => number) => percentile(warm.map(of), 0.95) / 1000;
    const kernels = (of: keyof Made['kernel']) =>
      percentile(
        warm.map((made) => made[of]),
        0.95,
      ) / median(warm.map(({ kernel }) => kernel[of]));
    const inTime = (value: number) => ({
      value,
      unit: 's',
      goal: { text: `<= ${seconds} s`, met: value <= seconds },
    });
    const peak = Math.max(...[cold, ...warm].map(({ peakMegabytes }) => peakMegabytes));
    figures.push(
      { name: `${says}, p95`, ...inTime(p95(({ milliseconds }) => milliseconds)) },
      { name: `${says}, p95 of CPU time`, ...inTime(p95(({ cpuMilliseconds }) => cpuMilliseconds)) },
      { name: `${says}, p95 in calibration kernels`, value: kernels('milliseconds'), unit: '' },
      {
        name: `${says}, p95 of CPU time in calibration kernels`,
        value: kernels('cpuMilliseconds'),
        unit: '',
      },
      ...stages.map((stage) => ({
        name: `${says}, CPU time of ${stage}`,
        value: median(warm.map((made) => made.stages[stage])) / 1000,
        unit: 's',
      })),
      {
        name: `${says}, the first in a new worker, CPU time`,
        value: cold.cpuMilliseconds / 1000,
        unit: 's',
      },
      {
        name: `${says}, peak memory`,
        value: peak,
        unit: 'MB',
        goal: { text: `<= ${memoryGoal} MB`, met: peak <= memoryGoal },
      },
    );
  }
  const { report } = await makeRig({
    kind: 'text',
    prompt: 'a knight',
    seed: 1,
    parameters: { detail: 'high' },
  });
  figures.push({ name: 'vertices of the first mesh', value: report.mesh.vertices, unit: '' });
  return figures;
};
export default bench;
