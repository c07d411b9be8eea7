/**
 * `npm run bench -- engine`: time for a model with preview and turntable at medium detail (a sentence also at low
 * detail), as the service requests it, by stage, and memory of one worker, for each kind of input. Times are also
 * multiples of a fixed kernel's, which runs in the same process right before each model, so that machines compare.
 * It ends in about five minutes: a kind has fewer rounds on a slow machine.
 */
import { makeRig, type RigRequest } from '../src/engine/index.js';
import { engineProcess } from '../src/service/rig/engine-process.js';
import { startChild } from './child.js';
import { jiffies, machineFigures } from './engine/machine.js';
import type { Made } from './engine/maker.js';
import { stageTable } from './engine/table.js';
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
/** Of each kind, after the first model of a process: most, and fewest where they take longer than `seconds`. */
const rounds = { most: 20, fewest: 8, seconds: 40 };

async function requestsOf(kind: Kind): Promise<RigRequest[]> {
  const seeds = Array.from({ length: rounds.most }, (_, i) => i);
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

/** In a child process: the first model, which also loads and compiles, and later ones. */
async function measure(requests: readonly RigRequest[]): Promise<{ cold: Made; warm: Made[] }> {
  const worker = startChild(new URL('./engine/maker.js', import.meta.url), engineProcess);
  const make = (request: RigRequest): Promise<Made> => worker.ask(request);
  const cold = await make(requests[0]!);
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > rounds.seconds * 1000;
  const warm: Made[] = [];
  for (const request of requests) {
    if (warm.length >= rounds.fewest && isOver()) break;
    warm.push(await make(request));
  }
  await worker.stop();
  return { cold, warm };
}

function figuresOf(kind: Kind, { cold, warm }: { cold: Made; warm: readonly Made[] }): Figure[] {
  const { says, seconds } = goals[kind];
  const time = (name: string, of: 'milliseconds' | 'cpuMilliseconds'): Figure => {
    const [slowest, kernel] = [
      percentile(
        warm.map((made) => made[of]),
        0.95,
      ),
      median(warm.map((made) => made.kernel[of])),
    ];
    const value = slowest / 1000;
    const goal = { text: `<= ${seconds} s`, met: value <= seconds };
    return { name, value, unit: 's', kernels: slowest / kernel, goal };
  };
  const peak = Math.max(...[cold, ...warm].map(({ peakMegabytes }) => peakMegabytes));
  return [
    time(`${says}, p95 of ${warm.length}`, 'milliseconds'),
    time(`${says}, p95 of CPU time`, 'cpuMilliseconds'),
    {
      name: `${says}, median`,
      value: median(warm.map(({ milliseconds }) => milliseconds)) / 1000,
      unit: 's',
      kernels: median(warm.map(({ milliseconds, kernel }) => milliseconds / kernel.milliseconds)),
    },
    {
      name: `${says}, the first in a new worker, CPU time`,
      value: cold.cpuMilliseconds / 1000,
      unit: 's',
      kernels: cold.cpuMilliseconds / cold.kernel.cpuMilliseconds,
    },
    {
      name: `${says}, peak memory`,
      value: peak,
      unit: 'MB',
      goal: { text: `<= ${memoryGoal} MB`, met: peak <= memoryGoal },
    },
  ];
}

/** The share of the machine's time that its host gave to other guests. */
function stolenBetween(
  before: Awaited<ReturnType<typeof jiffies>>,
  after: Awaited<ReturnType<typeof jiffies>>,
): Figure[] {
  if (!before || !after) return [];
  const share = (after.stolen - before.stolen) / (after.all - before.all || 1);
  return [{ name: 'time that the host took for other machines', value: share * 100, unit: '%' }];
}

const bench: Bench = async () => {
  const figures = await machineFigures();
  const before = await jiffies();
  const made = new Map<string, readonly Made[]>();
  for (const kind of Object.keys(goals) as Kind[]) {
    const measured = await measure(await requestsOf(kind));
    figures.push(...figuresOf(kind, measured));
    made.set(goals[kind].says, measured.warm);
  }
  const { report } = await makeRig({
    kind: 'text',
    prompt: 'a knight',
    seed: 1,
    parameters: { detail: 'high' },
  });
  figures.push(
    { name: 'vertices of the first mesh', value: report.mesh.vertices, unit: '' },
    ...stolenBetween(before, await jiffies()),
  );
  console.log(stageTable(made));
  return figures;
};
export default bench;
