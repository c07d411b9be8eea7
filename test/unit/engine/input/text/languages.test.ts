import { describe, expect, it } from 'vitest';
import prompts from '../../../../../bench/prompts/languages.json' with { type: 'json' };
import { dictionaryNames, dictionaryOf } from '../../../../../src/engine/input/text/languages/dictionary.js';
import { sayIn } from '../../../../../src/engine/input/text/languages/sayings.js';
import { translate } from '../../../../../src/engine/input/text/languages/translate.js';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { lifeless } from '../../../../../src/engine/input/text/vocabulary.js';
import { hashBytes } from '../../../../../src/engine/random.js';
import { sampled } from '../../../../support/slice.js';

/**
 * What a sentence asks for, as words of English: "fox red, scarf blue". The English sentence is read by the grammar
 * too, so a translation is right if it asks for the same.
 */
function askedFor(expects: string): string[] {
  const [who, ...things] = expects.split(', ');
  return [...(who ?? '').split(' ').map((word) => `who ${word}`), ...things];
}

const ages = ['child', 'teen', 'old'];

/** Whether the description has what is asked for. */
function holds(prompt: string, asked: string): boolean {
  const { name, look, items, parts, build, mood, without, refusal } = describePrompt(prompt);
  const { spec } = readPrompt(prompt);
  if (refusal) return false;
  const [first = '', ...rest] = asked.split(' ');
  const last = rest.join(' ');
  if (first === 'no') return without.has(last) || !items.has(last);
  if (first === 'mood') return mood === last;
  if (first === 'age') return spec.age === last;
  if (first === 'who') {
    if (ages.includes(last)) return spec.age === last;
    if (last === 'big') return build.height > 1;
    if (last === 'small') return build.height < 1;
    if (last === 'fat') return build.girth > 1.2;
    if (last === 'muscular') return build.limb > 1.2;
    const colour = describePrompt(`a ${last} fox`).look.colour;
    return colour ? closeTo(look.colour, colour) : name.split(' ').includes(last);
  }
  const wanted = describePrompt(`a man with a ${rest.join(' ')} ${first}`);
  const thing =
    items.get(first) ?? parts.get(first) ?? [...items.values()].find(({ word }) => word === first);
  const want =
    wanted.items.get(first) ??
    wanted.parts.get(first) ??
    [...wanted.items.values()].find(({ word }) => word === first);
  if (!thing || !want) return false;
  return (
    (!want.colour || closeTo(thing.colour, want.colour)) &&
    (want.size === 1 || thing.size === want.size) &&
    (!want.pattern || thing.pattern === want.pattern)
  );
}

const closeTo = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a !== undefined && Math.hypot(...a.map((x, i) => x - b[i]!)) < 0.3;

type Row = Record<string, string>;
const rows = (prompts as Row[]).flatMap((row) =>
  dictionaryNames.map((language) => ({ language, prompt: row[language]!, expects: row.expects! })),
);
/** Half of the sentences are for improving the dictionaries; the others only judge them. */
const isHeldOut = ({ prompt }: { prompt: string }) => hashBytes(new TextEncoder().encode(prompt)) % 2 === 1;

describe('a description in another language', () => {
  it.each(rows.filter((row) => !isHeldOut(row)))('$language: $prompt', ({ prompt, expects }) => {
    const missing = askedFor(expects).filter((asked) => !holds(prompt, asked));
    expect({ missing, english: translate(prompt)?.text }).toEqual({
      missing: [],
      english: expect.any(String),
    });
  });

  it('is obeyed in sentences that nobody tuned the dictionaries with', () => {
    const asked = rows
      .filter(isHeldOut)
      .flatMap(({ prompt, expects, language }) =>
        askedFor(expects).map((one) => ({ language, held: holds(prompt, one) })),
      );
    const share = (list: typeof asked) => list.filter(({ held }) => held).length / list.length;
    const each = dictionaryNames.map((name) => [
      name,
      share(asked.filter(({ language }) => language === name)),
    ]);
    console.info(
      `held-out obedience: ${share(asked).toFixed(3)} of ${asked.length}`,
      Object.fromEntries(each),
    );
    expect(share(asked)).toBeGreaterThan(0.9);
  });

  it('reports its own words, not their translations', () => {
    const { words } = describePrompt('ein roter Fuchs mit blauem Quatschding');
    expect(words.understood).toEqual(['roter', 'Fuchs']);
    expect(words.unexpressed).toEqual(['blauem']);
    expect(words.unknown).toEqual(['Quatschding']);
    expect(describePrompt('ein Fuchs mit drei Nasen').words.unexpressed).toEqual(['drei']);
  });

  it('is not mistaken for English, nor English for it', () => {
    for (const prompt of [
      'a red fox',
      'a panda',
      'the chat',
      'an orange robot with a cape',
      'robot',
      'a tiger',
      'a smoking man', // “man” is no form of “mano”
      'a chinese man',
      'a hot dog',
      'anime girl', // words that German has as well
    ])
      expect(translate(prompt)).toBe(null);
    expect(translate('robot rouge')?.text).toBe('red robot');
    expect(translate('μια κόκκινη αλεπού')).toBe(null);
  });

  it('splits compounds, and puts adjectives before their noun', () => {
    expect(translate('ein Mädchen mit Katzenohren und Drachenflügeln')?.text).toContain(
      'cat ears and dragon wings',
    );
    expect(translate('un caballero con casco de vikingo negro')?.text).toContain('black viking helmet');
    expect(translate('帽子のない青い犬')?.text).toBe('blue dog without hat');
  });

  it('reads a Korean word of many ambiguous particles without trying every split', () => {
    expect(translate(`여우 ${'색의'.repeat(300)}뷁`)?.text).toMatch(/^fox 색의/);
  });

  it('tells a boy from a young woman, and a grandfather from a grandmother', () => {
    expect(translate('eine junge Frau')?.text).toBe('young woman');
    expect(translate('ein Junge')?.text).toBe('boy');
    expect(translate('um avô')?.text).toBe('grandfather');
    expect(translate('uma avó')?.text).toBe('grandmother');
  });

  it('reads the sword that a Russian knight has in his hand', () => {
    expect(translate('рыцарь с мечом в руке')?.text).toBe('knight with sword');
  });

  for (const name of dictionaryNames) {
    const described = [...dictionaryOf(name).exact.values()].filter(
      ({ kind }) => kind === 'noun' || kind === 'adjective',
    );
    sampled(8, described)(
      `${name} means mostly words that the grammar knows, and else plain English`,
      (words) => {
        const strange = words.filter(
          ({ english, kind }) =>
            !lifeless.has(english) &&
            readPrompt(`a fox with ${english}${kind === 'adjective' ? ' hair' : ''}`).words.unknown.length >
              0,
        );
        expect(strange.length / words.length).toBeLessThan(0.3);
        expect(strange.filter(({ english }) => !/^[a-zâéèêîïôûçñ' -]+$/.test(english))).toEqual([]);
      },
    );
  }
});

it.each([
  ['ein Ritter, 250 cm groß', 1.471],
  ['ein 2,5 m großer Ritter', 1.471],
  ['un chevalier de 250 cm de haut', 1.471],
  ['un caballero de 2,5 m de alto', 1.471],
  ['um cavaleiro de 250 cm de altura', 1.471],
  ['рыцарь ростом 250 см', 1.471],
  ['身長250センチの騎士', 1.471],
  ['키 250cm 기사', 1.471],
  ['身高250厘米的骑士', 1.471],
])('a height is read in every language: %s', (prompt, height) => {
  const { spec, words } = describePrompt(prompt);
  expect(spec).toMatchObject({ role: 'knight', build: { height } });
  expect(words.unknown).toEqual([]);
});

describe('the style of a character', () => {
  it.each([
    ['a low poly fox', 'low-poly'],
    ['a low-poly fox', 'low-poly'],
    ['a fox, voxel art', 'voxel'],
    ['a cel-shaded fox', 'toon'],
    ['a fox in toon style', 'toon'],
    ['ein roter Low-Poly Fuchs', 'low-poly'],
    ['ein Voxel-Fuchs', 'voxel'],
    ['un renard rouge low poly', 'low-poly'],
    ['un renard dessin animé', 'toon'],
    ['un zorro rojo de vóxeles', 'voxel'],
    ['um lobo de desenho animado', 'toon'],
    ['воксельная лиса', 'voxel'],
    ['ローポリの赤い狐', 'low-poly'],
    ['복셀 여우', 'voxel'],
    ['卡通风格的狐狸', 'toon'],
  ])('is read in “%s”', (prompt, style) => {
    const { spec, words, refusal } = readPrompt(prompt);
    expect([spec.style, refusal]).toEqual([style, null]);
    expect(spec.species).toHaveLength(1);
    expect(words.unknown).toEqual([]);
  });

  it('is clay where no word names one', () => {
    expect(readPrompt('a cartoon fox').spec.style).toBeUndefined();
  });
});

describe('a translation', () => {
  it.each([
    ['ein Stück Käse', 'cheese'],
    ['un coche deportivo rojo', 'car'],
    ['une chaise en bois', 'chair'],
    ['uma mesa de madeira', 'table'],
    ['старый автомобиль', 'car'],
    ['木の椅子', 'chair'],
    ['빨간 자동차', 'car'],
    ['一块奶酪', 'cheese'],
  ])('of an object is refused by its name: %s', (prompt, thing) => {
    expect(readPrompt(prompt).refusal).toContain(`“${thing}” is none`);
  });

  it.each([
    'niña de 6 años con vestido amarillo',
    'fille de 6 ans avec une robe jaune',
    'ein 6 Jahre altes Mädchen in gelbem Kleid',
    'девочка 6 лет в желтом платье',
    '6歳の女の子、黄色いドレス',
    '노란 드레스를 입은 6살 소녀',
    '穿黄色裙子的6岁女孩',
  ])('counts years and not people: %s', (prompt) => {
    const { spec, words } = describePrompt(prompt);
    expect(spec.age).toBe('child');
    expect(words.unknown).toEqual([]);
  });

  it.each([
    'ein barfüßiger Krieger',
    'chevalier pieds nus',
    'caballero descalzo',
    'босой рыцарь',
    '裸足の騎士',
    '맨발의 기사',
  ])('has bare feet: %s', (prompt) => {
    expect(describePrompt(prompt).without).toContain('boots');
  });
});

it.each([
  ['de', 'orange raincoat', /^orange /],
  ['de', 'orange', /^apfelsine$/i],
] as const)('%s says an adjective for a look: %s', (language, english, said) => {
  expect(sayIn(language, english)).toMatch(said);
});
