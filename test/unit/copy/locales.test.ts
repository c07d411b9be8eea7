import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.js';
import { errorTable } from '../../../src/base/errors.js';
import { describeCommand } from '../../../src/bot/interaction/command-text.js';
import { defaultLocale } from '../../../src/copy/copy.js';
import { copy } from '../../support/copy.js';

/** Every locale file against the English one and against the limits of Discord. */

type Arguments = Record<string, string>;

/** The arguments of a message with their kinds, for example `credits: plural`. */
function argumentsOf(elements: MessageFormatElement[], found: Arguments = {}): Arguments {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
    found[element.value] = TYPE[element.type];
    if ('options' in element)
      for (const { value } of Object.values(element.options)) argumentsOf(value, found);
  }
  return Object.fromEntries(Object.entries(found).sort());
}
const read = (text: string): Arguments => argumentsOf(parse(text, { ignoreTag: true }));

/** Likely long values of the arguments of a message. */
const sampleOf = (kind: string): unknown => {
  if (kind === 'argument' || kind === 'select') return 'a text of two dozen chars';
  return kind === 'date' || kind === 'time' ? 1_800_000_000_000 : 12_345;
};

/** The longest text that Discord takes, in characters, by the end of the key. */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^command\..*\.name$/, 32],
  [/^command\..*\.(description|choice\.[^.]+)$/, 100],
  [/\.form\.(title|.*\.label)$/, 45],
  [/\.button$/, 80],
  [/\.(option|placeholder|hint)$/, 100],
  [/./, 2_000],
];
const limitOf = (key: string): number => limits.find(([pattern]) => pattern.test(key))![1];

const english = copy.locales.find(({ locale }) => locale === defaultLocale)!;

describe.each(copy.locales.map((file) => [file.locale, file] as const))('the locale %s', (locale, file) => {
  it('has the same keys as English', () => {
    expect(Object.keys(file.messages).sort()).toEqual(Object.keys(english.messages).sort());
  });

  it('uses the same arguments as English', () => {
    const used = Object.entries(file.messages).map(([key, text]) => [key, read(text)]);
    const wanted = Object.entries(english.messages).map(([key, text]) => [key, read(text)]);
    expect(Object.fromEntries(used)).toEqual(Object.fromEntries(wanted));
  });

  it('fits into the limits of Discord', () => {
    const t = copy.for(locale);
    const lengths = Object.entries(file.messages).map(([key, text]) => {
      const values = Object.entries(read(text)).map(([name, kind]) => [name, sampleOf(kind)]);
      return {
        key,
        length: t.message({ key, values: Object.fromEntries(values) }).length,
        max: limitOf(key),
      };
    });
    expect(lengths.filter(({ length, max }) => length > max || length === 0)).toEqual([]);
  });

  it('keeps command and option names lower case, as Discord demands', () => {
    const slash = commands.filter(({ actions }) => actions).map(({ data }) => `command.${data.name}.`);
    const names = Object.entries(file.messages).filter(
      ([key]) => key.endsWith('.name') && slash.some((start) => key.startsWith(start)),
    );
    const pattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
    expect(names.filter(([, name]) => !pattern.test(name) || name !== name.toLowerCase())).toEqual([]);
  });
});

describe('the English texts', () => {
  it('are sorted by key, so that changes merge', () => {
    const keys = Object.keys(english.messages);
    expect(keys).toEqual([...keys].sort());
  });

  it('have the sentence of every error code', () => {
    const texts = Object.entries(errorTable).map(([code, [, sentence]]) => [`error.${code}`, sentence]);
    expect(english.messages).toMatchObject(Object.fromEntries(texts));
  });

  it('describe every command and option', () => {
    type Node = { name: string; description?: string; options?: Node[]; type?: number };
    const nameless = (node: Node, path: string): string[] => [
      ...(node.description ? [] : [path]),
      ...(node.options ?? []).flatMap((option) => nameless(option, `${path} ${option.name}`)),
    ];
    const bodies = commands.map(({ data }) => describeCommand(data, copy) as Node);
    expect(bodies.filter(({ type = 1 }) => type === 1).flatMap((body) => nameless(body, body.name))).toEqual(
      [],
    );
  });
});
