/** `npm run bench -- prompts`: whether characters match their sentences, checked from the files alone. */
import { isAppError } from '../src/base/errors.js';
import { interpretText } from '../src/engine/pipeline/text.js';
import type { Bench, Figure } from './figure.js';
import { expected } from './prompts/expected.js';
import { fileOf } from './prompts/file.js';
import { lookAt } from './prompts/look.js';
import { strangers } from './prompts/strangers.js';
import { creatures, objects } from './prompts/subjects.js';
import { turns } from './prompts/turns.js';

const all = [...expected, ...strangers, ...turns];

/** What a prompt leads to: a character, a question which body it has, or a refusal as an object. */
function answerTo(prompt: string): 'made' | 'asked' | 'object' {
  try {
    interpretText({ kind: 'text', prompt, seed: 1 });
    return 'made';
  } catch (error) {
    if (!isAppError(error, 'no_body')) throw error;
    return error.message.includes('is none of them') ? 'object' : 'asked';
  }
}

function subjectFigures(): Figure[] {
  const count = (prompts: readonly string[], answer: ReturnType<typeof answerTo>) =>
    prompts.filter((prompt) => answerTo(prompt) === answer).length;
  const of = (prompts: readonly string[]) => `of ${prompts.length}`;
  return [
    { name: 'creatures refused as objects', value: count(creatures, 'object'), unit: of(creatures) },
    { name: 'creatures whose body is asked', value: count(creatures, 'asked'), unit: of(creatures) },
    { name: 'objects made', value: count(objects, 'made'), unit: of(objects) },
  ];
}

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
    ...subjectFigures(),
  ];
};
export default bench;
