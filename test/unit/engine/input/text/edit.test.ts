import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editSpec } from '../../../../../src/engine/input/text/edit.js';
import { dictionaryFor, sayLine } from '../../../../../src/engine/input/text/languages/sayings.js';
import { readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { changesBetween, linesOf } from '../../../../../src/engine/input/text/spec-lines.js';
import { writeSpec } from '../../../../../src/engine/input/text/write-spec.js';

const locales = join(import.meta.dirname, '../../../../../data/locales');
const specOf = (prompt: string, seed = 7) => ({ ...readPrompt(prompt).spec, seed });
const edited = (prompt: string, words: string) => editSpec(specOf(prompt), words).spec;

describe('an edit of a spec', () => {
  it.each<[edit: string, of: string, asIf: string]>([
    ['hat: red', 'a fox with a scarf', 'a fox with a scarf and a red hat'],
    ['no scarf', 'a fox with a blue scarf', 'a fox'],
    ['remove the scarf', 'a fox with a scarf and a hat', 'a fox with a hat'],
    ['scarf: none', 'a fox with a scarf and a hat', 'a fox with a hat'],
    ['make the scarf green', 'a fox with a blue scarf', 'a fox with a green scarf'],
    ['scarf: green, striped, no hat', 'a fox with a scarf', 'a fox with a green striped scarf, no hat'],
    ['a wolf', 'a red fox with a hat', 'a red wolf with a hat'],
    ['blue', 'a red fox', 'a blue fox'],
    ['colour: blue', 'a red fox', 'a blue fox'],
    ['taller', 'a fox', 'a tall fox'],
    ['tall', 'a small fox', 'a small fox'],
    ['waving\nhappy', 'a fox', 'a happy waving fox'],
    ['older', 'a fox', 'an old fox'],
    ['crown', 'a fox with a hat', 'a fox with a crown'],
    ['add a golden sword', 'a fox', 'a fox with a golden sword'],
    ['Hut: rot; kein Schal', 'a fox with a scarf', 'a fox with a red hat'],
    ['帽子：红色', 'a fox', 'a fox with a red hat'],
  ])('“%s” of “%s” gives “%s”', (words, of, asIf) => {
    if (words !== 'tall') expect(edited(of, words)).toEqual(specOf(asIf));
    else expect(edited(of, words).build).toMatchObject({ height: 1.22 });
  });

  it('is read in the language of its member, if all of its words are in its dictionary', () => {
    expect(editSpec(specOf('a fox'), 'Hut: rot', 'de').spec).toEqual(specOf('a fox with a red hat'));
    expect(editSpec(specOf('a fox'), 'hat: red', 'de').spec).toEqual(specOf('a fox with a red hat'));
  });

  it.each(readdirSync(locales).filter((name) => name.endsWith('.json')))(
    'reads the example of its form in %s',
    (file) => {
      const texts: Record<string, string> = JSON.parse(readFileSync(join(locales, file), 'utf8'));
      const said = texts['rig.edit.form.placeholder']!;
      const language = dictionaryFor(texts.$locale!);
      const { spec, words } = editSpec(specOf('a fox with a scarf'), said, language);
      expect(words.unknown).toEqual([]);
      expect(spec).toMatchObject({ species: ['fox'], garments: [{ name: 'hat', colour: '#cf2e2a' }] });
      expect(spec.garments).toHaveLength(1);
      expect(spec.build!.height).toBeGreaterThan(1.1);
    },
  );

  it('rules out what the role would bring', () => {
    expect(edited('a wizard', 'no hat').without).toEqual(['hat']);
    expect(edited('a wizard without a hat', 'a red hat')).toMatchObject({
      garments: [{ name: 'hat', colour: '#cf2e2a' }],
    });
    expect(edited('a wizard without a hat', 'a red hat')).not.toHaveProperty('without');
  });

  it('multiplies sizes that are compared, within the limits of a spec', () => {
    const taller = edited('a tall fox', 'taller');
    expect(taller.build!.height).toBeCloseTo(1.22 * 1.22, 2);
    let giant = taller;
    for (let i = 0; i < 20; i++) giant = editSpec(giant, 'taller').spec;
    expect(giant.build!.height).toBe(4);
    expect(edited('a tall fox', 'less tall').build!.height).toBeLessThan(1.22);
  });

  it.each([
    ['make him shorter', 'a knight'],
    ['make him shorter', 'a tiny knight'],
    ['make him a little shorter', 'a tall knight'],
    ['make him a bit smaller', 'a tiny knight'],
    ['make him two heads shorter', 'a knight'],
    ['half as tall', 'a knight'],
    ['he is too tall', 'a knight'],
    ['too tall', 'a tall knight'],
    ['less tall', 'a knight'],
    ['not so big', 'a knight'],
    ['much smaller', 'a small knight'],
    ['kleiner', 'a tiny knight'],
    ['mach ihn kleiner', 'a tiny knight'],
    ['plus petit', 'a tiny knight'],
    ['más bajo', 'a tiny knight'],
    ['mais baixo', 'a tiny knight'],
    ['ниже', 'a tiny knight'],
    ['もっと小さく', 'a tiny knight'],
    ['더 작게', 'a tiny knight'],
    ['矮一点', 'a tiny knight'],
  ])('“%s” makes %s smaller', (words, of) => {
    const { spec, words: read } = editSpec(specOf(of), words);
    expect(spec.build!.height).toBeLessThan(specOf(of).build?.height ?? 1);
    expect(spec.parts).toBeUndefined();
    expect(read.unknown).toEqual([]);
  });

  it.each([
    ['a little taller', 'a small knight'],
    ['too short', 'a small knight'],
    ['größer', 'a huge knight'],
    ['plus grand', 'a huge knight'],
  ])('“%s” makes %s bigger', (words, of) => {
    expect(edited(of, words).build!.height).toBeGreaterThan(specOf(of).build!.height!);
  });

  it('keeps the seed, and everything that it does not name', () => {
    const before = specOf('a small old red fox wizard with a striped blue scarf, green eyes', 12);
    expect(editSpec(before, 'eyes: yellow').spec).toEqual({
      ...before,
      parts: [{ name: 'eyes', colour: '#f3cc2b' }],
    });
  });

  it('says which words are unknown, and which this body cannot show', () => {
    const { spec, words, notes } = editSpec(specOf('a snake'), 'glorp: red, arms, blue');
    expect(words.unknown).toEqual(['glorp']);
    expect(words.unexpressed).toEqual(['arms']);
    expect(words.understood).toContain('blue');
    expect(notes.length).toBeGreaterThan(0);
    expect(spec.look?.colour).toBe('#2f6bd8');
  });

  it('without any known word leaves the spec as it is', () => {
    const before = specOf('a red fox');
    expect(editSpec(before, 'flibber the wug').spec).toEqual(before);
    expect(editSpec(before, '').spec).toEqual(before);
  });

  it('that asks for too many things is refused', () => {
    const many = { ...specOf('a fox'), props: Array.from({ length: 24 }, () => ({ name: 'sword' })) };
    expect(() => editSpec(many as never, 'a shield')).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('a spec in words', () => {
  it('has a line for each thing that was asked for', () => {
    expect(linesOf(specOf('a small red fox wizard with a striped blue scarf, no hat, waving happy'))).toEqual(
      [
        { about: 'species', name: null, words: ['fox'] },
        { about: 'role', name: null, words: ['wizard'] },
        { about: 'presentation', name: null, words: ['masculine'] },
        { about: 'build', name: null, words: ['small'] },
        { about: 'look', name: null, words: ['red'] },
        { about: 'garment', name: 'scarf', words: ['blue', 'striped'] },
        { about: 'without', name: null, words: ['hat'] },
        { about: 'pose', name: null, words: ['waving'] },
        { about: 'expression', name: null, words: ['happy'] },
      ],
    );
  });

  it.each([
    'a small old red fox with a striped blue scarf, green eyes and no hat, waving happy',
    'a cat girl with long curly pink hair and a wooden sword',
    'a wolf man with a red cape',
    'half fox half robot',
    'a very tall muscular orc with two huge axes',
    'a knight with a golden crown',
    'a purple dragon with big wings, not brown',
    'a childlike blue robot dog with a hat, sitting',
    'a chibi female pirate with a black eyepatch',
  ])('reads as the same spec again: %s', (prompt) => {
    const spec = specOf(prompt);
    expect({ ...readPrompt(writeSpec(spec)).spec, seed: 7 }, writeSpec(spec)).toEqual(spec);
  });

  it.each<[language: 'de' | 'fr' | 'ja', said: string]>([
    ['de', 'Fuchs · sehr hochgewachsen · rot · Schal: blau, gestreift · Hut · winkend · fröhlich'],
    ['fr', 'renard · très élancé · rouge · écharpe: bleu, rayé · chapeau · qui salue · joyeux'],
    ['ja', '狐 · とても背の高い · 赤い · マフラー: 青い, 縞模様の · 帽子 · 手を振る · 嬉しそうな'],
  ])('is said in %s, as far as the dictionary has the words', (language, said) => {
    const lines = linesOf(specOf('a very tall red fox with a striped blue scarf, no hat, waving happy'));
    const shown = lines.map((line) => {
      const { name, words } = sayLine(language, line);
      return name === null ? words.join(', ') : `${name}: ${words.join(', ')}`;
    });
    expect(shown.join(' · ')).toBe(said);
  });

  it('names what another spec says differently', () => {
    const changes = changesBetween(
      specOf('a red fox with a blue scarf'),
      specOf('a red fox with a green shawl and a hat'),
    );
    expect(changes).toEqual([
      { about: 'garment', name: 'shawl', before: ['blue'], after: ['green'] },
      { about: 'garment', name: 'hat', before: null, after: [] },
    ]);
  });
});
