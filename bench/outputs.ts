/** `npm run bench -- outputs`: 500 seeded outputs over the four inputs (OUTPUTS=n for another number), a sample of them through Blender. */
import { isAppError } from '../src/base/errors.js';
import { makeRig, type Rig } from '../src/engine/index.js';
import { mean } from './eval/table.js';
import { type Bench, type Figure, median, percentile } from './figure.js';
import { faultsInBlender } from './outputs/blender.js';
import { check } from './outputs/check.js';
import { requestOf } from './outputs/requests.js';

const bench: Bench = async () => {
  const count = Number(process.env.OUTPUTS ?? 500);
  const made: Record<string, number> = { text: 0, image: 0, images: 0, mesh: 0 };
  const sample: { seed: number; rig: Rig }[] = [];
  const [torn, stretches]: [number[], number[]] = [[], []];
  let [broken, refused] = [0, 0];
  for (let seed = 0; seed < count; seed++) {
    const request = await requestOf(seed);
    try {
      const rig = await makeRig({ ...request, previewSize: 64 });
      const { faults, motion } = await check(rig.glb);
      made[request.kind]! += 1;
      if (motion) {
        torn.push(motion.torn * 100);
        stretches.push(motion.stretch);
        if (motion.torn > mostTorn)
          console.log(
            `  ${seed}, ${request.kind}: ${(motion.torn * 100).toFixed(2)} % of edges torn, up to ${motion.stretch.toFixed(1)}x, in ${motion.tornIn}`,
          );
      }
      if (seed % sampled === 0) sample.push({ seed, rig });
      if (faults.length > 0) {
        broken++;
        console.log(`  ${seed}, ${request.kind}: ${faults.join('; ')}`);
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      // A file that the validator rejects is our fault, not the sender's.
      const ours = error.code === 'internal';
      if (ours) broken++;
      else refused++;
      console.log(
        `  ${seed}, ${request.kind}: ${ours ? `broken, ${error.cause}` : `refused, ${error.message}`}`,
      );
    }
    if (seed % 25 === 24) console.log(`  ${seed + 1} of ${count}`);
  }
  const kinds = Object.entries(made).map(([kind, n]) => ({ name: `made from ${kind}`, value: n, unit: '' }));
  const none = (value: number, text: string) => ({ value, unit: '', goal: { text, met: value === 0 } });
  return [
    ...kinds,
    { name: 'invalid outputs', ...none(broken, 'none') },
    { name: 'requests refused', ...none(refused, 'none') },
    { name: 'edges stretched over 3x in any clip, mean', value: mean(torn), unit: '%' },
    { name: 'edges stretched over 3x in any clip, p95', value: percentile(torn, 0.95), unit: '%' },
    { name: 'greatest stretch of an edge, median', value: median(stretches), unit: 'x' },
    ...(await blenderFigures(sample)),
  ];
};

/** The share of torn edges above which an output is reported. */
const mostTorn = 0.005;

/** One in so many outputs; coprime to six, so that all four inputs are among them. */
const sampled = 11;

async function blenderFigures(sample: readonly { seed: number; rig: Rig }[]): Promise<Figure[]> {
  const faults = await faultsInBlender(sample.map(({ rig }) => rig));
  if (!faults) {
    console.log('  Blender: skipped, not installed or without numpy');
    return [];
  }
  faults.forEach((found, i) => {
    if (found.length > 0) console.log(`  ${sample[i]!.seed}: ${found.join('; ')}`);
  });
  const broken = faults.filter((found) => found.length > 0).length;
  return [
    { name: 'opened in Blender', value: faults.length, unit: '' },
    {
      name: 'of those with import faults',
      value: broken,
      unit: '',
      goal: { text: 'none', met: broken === 0 },
    },
  ];
}
export default bench;
