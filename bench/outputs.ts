/** `npm run bench -- outputs`: 500 seeded outputs over the four inputs (OUTPUTS=n for another number). */
import { isAppError } from '../src/base/errors.js';
import { makeRig } from '../src/engine/index.js';
import type { Bench } from './figure.js';
import { faultsOf } from './outputs/check.js';
import { requestOf } from './outputs/requests.js';

const bench: Bench = async () => {
  const count = Number(process.env.OUTPUTS ?? 500);
  const made: Record<string, number> = { text: 0, image: 0, images: 0, mesh: 0 };
  let [broken, refused] = [0, 0];
  for (let seed = 0; seed < count; seed++) {
    const request = await requestOf(seed);
    try {
      const faults = await faultsOf((await makeRig(request)).glb);
      made[request.kind]! += 1;
      if (faults.length > 0) {
        broken++;
        console.log(`  ${seed}, ${request.kind}: ${faults.join('; ')}`);
      }
    } catch (error) {
      if (!isAppError(error)) throw error;
      refused++;
      console.log(`  ${seed}, ${request.kind}: refused, ${error.message}`);
    }
    if (seed % 25 === 24) console.log(`  ${seed + 1} of ${count}`);
  }
  const kinds = Object.entries(made).map(([kind, n]) => ({ name: `made from ${kind}`, value: n, unit: '' }));
  const none = (value: number, text: string) => ({ value, unit: '', goal: { text, met: value === 0 } });
  return [
    ...kinds,
    { name: 'outputs that break a promise', ...none(broken, 'none') },
    { name: 'requests refused', ...none(refused, 'none') },
  ];
};
export default bench;
