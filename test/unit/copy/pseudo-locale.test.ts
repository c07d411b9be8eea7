import { expect, it } from 'vitest';
import { createCopy } from '../../../src/copy/copy.js';
import { readLocales } from '../../../src/copy/locales.js';
import { brackets, pseudoLocales, pseudoMessage } from '../../support/pseudo-locale.js';

it('marks every text of the catalog and fills in its arguments', () => {
  const copy = createCopy(readLocales(pseudoLocales({ fi: brackets })));
  const t = copy.for('fi');
  expect(t('credits.card.title')).toBe('[!! Ẏȯȯüüṙ ċṙėėḋïïṫṡ !!]');
  expect(t('credits.lookup.title', { name: 'mia' })).toBe('[!! Ċṙėėḋïïṫṡ ȯȯḟ mia !!]');
  expect(t('credits.count', { credits: 2 })).toBe('[!! 2 ċṙėėḋïïṫṡ !!]');
  expect(copy.locales.map(({ messages }) => Object.keys(messages).length)).toEqual(
    Array(2).fill(copy.locales[0] && Object.keys(copy.locales[0].messages).length),
  );
});

it.each([
  ['Run `/rig text {name}` or /buy', '[!! Ṙüüṅ `/rig text {name}` ȯȯṙ /buy !!]'],
  ['-# See <https://x.example>', "-# [!! Ṡėėėė '<https://x.example>' !!]"],
  ["You can't", "[!! Ẏȯȯüü ċȧȧṅ''ṫ !!]"],
])('keeps code, commands, addresses and markup of %j', (text, pseudo) => {
  expect(pseudoMessage(text, brackets, 2_000)).toBe(pseudo);
});

it('stays short where Discord takes no longer text', () => {
  expect(pseudoMessage('Enter the code that the page shows', brackets, 45)).toBe(
    'Ėṅṫėṙ ṫḣė ċȯḋė ṫḣȧṫ ṫḣė ṗȧġė ṡḣȯẇṡ',
  );
});
