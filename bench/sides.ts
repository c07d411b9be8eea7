/**
 * `npm run bench -- sides`: how well the unseen side of a figure in one picture matches the body that was photographed.
 * The bodies have other names and seeds than those that `npm run depths` measures.
 */
import { judgeSides, type SideOutcome } from './eval/sides.js';
import { mean } from './eval/table.js';
import type { Bench } from './figure.js';

const people = [
  'a wizard',
  'a ninja',
  'a princess',
  'an astronaut',
  'a robot',
  'a chef',
  'an elf',
  'a viking',
];
const animals = [
  'a fox',
  'a wolf',
  'an elephant',
  'a rabbit',
  'a pig',
  'a lion',
  'an owl',
  'a swan',
  'a salmon',
  'a whale',
];
const seed = 2;

const sides: Bench = async () => {
  const outcomes: SideOutcome[] = [];
  for (const [from, prompts] of [
    ['front', people],
    ['side', animals],
  ] as const)
    for (const prompt of prompts) {
      const outcome = await judgeSides(prompt, seed, from);
      outcomes.push(outcome);
      console.log(`    ${prompt}: ${outcome.iou.toFixed(3)}${outcome.right ? '' : ' (other class)'}`);
    }
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = outcomes.filter((outcome) => outcome.kind === kind);
    return {
      name: `unseen side, IoU, ${kind} (${own.length})`,
      value: mean(own.map(({ iou }) => iou)),
      unit: '',
    };
  });
};
export default sides;
