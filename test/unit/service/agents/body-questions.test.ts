import { expect, test } from 'vitest';
import { tellBody } from '../../../../src/service/agents/embedded/questions/body-answers.js';
import { tellHas } from '../../../../src/service/agents/embedded/questions/has-answers.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { t } from '../../../support/copy.js';
import { says, turn } from './says.js';

function answerTo(...lines: string[]): string {
  const { wishes, talk } = follow(lines.map((line) => turn(line)));
  const [wish] = wishes;
  expect(talk.draft).toBe(follow([turn(lines[0]!)]).talk.draft); // a question changes nothing
  if (wish?.kind === 'has') return tellHas(talk.draft ?? '', wish.what, t);
  return wish?.kind === 'body' ? tellBody(talk.draft ?? '', wish.ask, t) : `${wish?.kind}`;
}

test.each([
  ['the robot, blue and red, no guns', 'does it have a face?', /^Yes/],
  ['a knight', 'will it have fingers', /^Yes/],
  ['a horse', 'does it have fingers', /^No/],
  ['a purple dragon', 'does it have wings?', /^Yes/],
  ['a dragon without wings', 'does it have wings', /^No/],
  ['a purple dragon', 'does it have hands', /^No.*no place/],
  ['a centaur archer', 'did you include the bow', /^Yes/],
  ['a knight', 'is there a sword', /^Yes/],
  ['a man', 'is he wearing shoes?', /^Yes/],
  ['a knight', 'does he have a beard', /^No.*add a beard/],
  ['a knight', 'does he have pockets', /^No.*pockets/],
  ['a spider', 'how many legs does it have', /^8/],
  ['a knight with brown boots', 'what colour are the boots', /brown/],
  ['a knight', 'what color are his boots', /picks the colour/],
  ['a knight', 'how tall is he', /1\.7/],
  ['a purple dragon', 'is it purple', /^Yes/],
  ['a purple dragon', 'is it blue', /^No.*make it blue/],
  ['a knight with brown boots', 'are the boots red?', /^No.*red boots/],
  ['a purple dragon', 'does it breathe fire lol', /^No.*`breathe fire`/],
  ['a purple dragon', 'can it fly', /make it flying/],
  ['a robot', 'can it hold a pan?', /^Yes.*`pan`.*add it/],
  ['a mermaid with coral hair, turquoise tail', 'which colours do we have', /coral hair.*turquoise tail/],
  ['a robot with a big orange eye', 'what is on his head', /^It has: a big orange eye/],
  ['a knight with a red cape and a sword', 'what is in his hands', /^It has: a sword and shield/],
  [
    'a cleric with a mace, a holy symbol round her neck',
    'what is she holding in her hands rn',
    /^It has: a mace/,
  ],
  ['a baker with a moustache', 'does he have brown hair?', /^Nothing special: hair/],
  ['a woman with freckles that glow', 'did you do the freckles', /^Yes.*I can.t show `glow`/],
  ['a shark', 'can it hold a sword?', /^(?:Yes|No)/],
])('of "%s", "%s" is answered by the body that is built', (draft, question, answer) => {
  expect(answerTo(draft, question)).toMatch(answer);
});

test.each([
  [['a robot', 'can it hold a pan?', 'yes'], 'a robot with a pan'],
  [['a knight', 'does he have a beard?', 'yes please'], 'a knight with a beard'],
  [['a knight', 'does he have a beard?', 'add it'], 'a knight with a beard'],
  [['a knight', 'could he have a beard?'], 'a knight with a beard'],
])('%j ends with "%s"', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test.each([
  ['what changed so far?', /^It began as `a knight`\. New since then: `a red cape` and `a sword`\.$/],
  ['wait what did you just change', /^It began as `a knight with a red cape`\. New since then: `a sword`\.$/],
])('"%s" tells what is new since then', (question, told) => {
  const { wishes, talk } = follow(
    ['a knight', 'add a red cape', 'and a sword', question].map((one) => turn(one)),
  );
  const [wish] = wishes;
  expect(wish).toMatchObject({ kind: 'body', ask: { about: 'changes' } });
  if (wish?.kind === 'body') expect(tellBody(talk.draft ?? '', wish.ask, t, talk)).toMatch(told);
});

test('things of a colour are told', () => {
  const { wishes, talk } = follow(
    ['a maiden with cyan hair, a red robe and a cyan belt', 'so whats cyan now'].map((one) => turn(one)),
  );
  expect(wishes).toEqual([{ kind: 'body', ask: { about: 'coloured', look: 'cyan' } }]);
  expect(tellBody(talk.draft ?? '', { about: 'coloured', look: 'cyan' }, t, talk)).toMatch(
    /^It has: cyan hair and a cyan belt\./,
  );
});

test('a thing of an earlier plan is told with that plan', () => {
  expect(tellHas('a boy', 'chicken', t, ['a boy with a chicken'])).toMatch(
    /^Not any more.*a boy with a chicken/,
  );
});

test.each([
  ['does it have textures?', 'question'],
  ['is it rigged?', 'question'],
  ['does it come with animations', 'clips'],
])('"%s" is about all rigs', (line, kind) => {
  expect(says('a knight', line).kind).toBe(kind);
});
