import { expect, it } from 'vitest';
import { characterName, fileStem } from '../../../../src/bot/rig/naming.js';

const made = (prompt: string | null) => ({ input: { prompt, images: 0, seed: null, parameters: {} } });

it.each([
  ['a red fox knight', 'Red fox knight', 'red-fox-knight'],
  ['Please make me a small, blue robot!', 'Small, blue robot!', 'small-blue-robot'],
  ['  ein   Drache\nmit Hut ', 'Drache mit Hut', 'drache-mit-hut'],
  ['Ève l’éclair', 'Ève l’éclair', 'eve-l-eclair'],
  ['赤いキツネ', '赤いキツネ', 'character'],
  ['../../etc/passwd', '../../etc/passwd', 'etc-passwd'],
  ['the', 'The', 'the'],
])('names %j after its subject', (prompt, name, stem) => {
  expect(characterName(made(prompt))).toBe(name);
  expect(fileStem(made(prompt))).toBe(stem);
});

it('keeps names short, at the end of a word', () => {
  const long = made(`a knight ${'with a golden sword '.repeat(9)}`);
  expect(characterName(long)).toHaveLength(60);
  expect(fileStem(long)).toBe('knight-with-a-golden-sword-with-a-golden');
});

it('has no name for a rig from files', () => {
  expect(characterName(made(null))).toBe(null);
  expect(fileStem(made(null))).toBe('character');
});
