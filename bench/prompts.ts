/** `npm run bench -- prompts`: whether characters match their sentences, checked from the files alone. */
import type { Bench } from './figure.js';
import { expected } from './prompts/expected.js';
import { fileOf } from './prompts/file.js';
import { lookAt } from './prompts/look.js';
import { strangers } from './prompts/strangers.js';
import { turns } from './prompts/turns.js';

const all = [...expected, ...strangers, ...turns];

const bench: Bench = async () => {
  let [asked, held, whole] = [0, 0, 0];
  for (const [prompt, list] of all) {
    const { holds } = await lookAt(prompt, fileOf);
    const missing: string[] = [];
    for (const one of list.split(', ')) if (!(await holds(one))) missing.push(one);
    asked += list.split(', ').length;
    held += list.split(', ').length - missing.length;
    whole += missing.length === 0 ? 1 : 0;
    if (missing.length > 0) console.log(`  ${prompt}: ${missing.join(', ')}`);
  }
  const share = (100 * held) / asked;
  return [
    { name: 'attributes found', value: share, unit: '%', goal: { text: '>= 95 %', met: share >= 95 } },
    { name: 'attributes asked', value: asked, unit: '' },
    { name: 'sentences with all attributes', value: whole, unit: `of ${all.length}` },
  ];
};
export default bench;
