import { expect, it } from 'vitest';
import { asksToStop } from '../../../../src/bot/talk/stop-words.js';
import { copy } from '../../../support/copy.js';

const [en, de, ja] = [copy.for('en-US'), copy.for('de'), copy.for('ja')];

it.each(['stop', ' Stop! ', 'STOP.', 'please stop', 'stop it…'])('%j asks to stop in English', (text) => {
  expect(asksToStop(text, [en])).toBe(true);
});

it.each([
  ['Stopp!', de],
  ['Hör auf.', de],
  ['止めて', ja],
  ['やめてください。', ja],
])('%j asks to stop in the language of its author', (text, t) => {
  expect(asksToStop(text, [en, t])).toBe(true);
});

it.each(['stop the dragon from flying', 'non-stop', 'Stopp', '!', ''])('%j is for the agent', (text) => {
  expect(asksToStop(text, [en])).toBe(false);
});

it('each language has words for it', () => {
  for (const { locale } of copy.locales) {
    const t = copy.for(locale);
    const [first = ''] = t('talk.stop.words').split(',');
    expect(asksToStop(`${first}!`, [t])).toBe(true);
  }
});
