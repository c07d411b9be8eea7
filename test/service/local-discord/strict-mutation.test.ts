import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOf } from '../../support/slice.js';
import { createAsker } from './asker.js';

const media = { url: 'https://a.example/a.png' };
const controls = {
  type: 1,
  components: [
    { type: 2, style: 1, label: 'Go', custom_id: 'go', emoji: { name: '🦊' } },
    { type: 2, style: 5, label: 'Read', url: 'https://a.example/' },
  ],
};
const option = { type: 3, name: 'a', description: 'A', choices: [{ name: 'x', value: 'y' }], max_length: 3 };

/** Valid bodies, by endpoint. */
const RIGHT = {
  messages: [
    {
      content: 'x',
      flags: 4,
      nonce: 1,
      allowed_mentions: { parse: ['roles'], users: ['700000000000000101'] },
      attachments: [{ id: '700000000000000901', filename: 'a.png' }],
      embeds: [{ title: 'x', url: media.url, author: { name: 'a' }, fields: [{ name: 'a', value: 'b' }] }],
      components: [controls],
    },
    {
      flags: 1 << 15,
      components: [
        {
          type: 17,
          accent_color: 1,
          components: [{ type: 10, content: 'x' }, { type: 14, spacing: 1 }, controls],
        },
        { type: 9, components: [{ type: 10, content: 'x' }], accessory: { type: 11, media } },
        { type: 12, items: [{ media, description: 'x' }] },
      ],
    },
  ],
  commands: [
    { name: 'go', description: 'Go', name_localizations: { de: 'los' }, contexts: [0], options: [option] },
    { name: 'go', description: 'Go', options: [{ type: 1, name: 'a', description: 'A', options: [option] }] },
  ],
} as const;

type Node = Record<string, unknown>;

/** Every path of a body that holds a value. */
const placesOf = (node: unknown, path: string[] = []): string[][] => [
  ...(path.length > 0 ? [path] : []),
  ...(node !== null && typeof node === 'object'
    ? Object.entries(node).flatMap(([key, value]) => placesOf(value, [...path, key]))
    : []),
];

function exchanged(body: object, path: readonly string[], value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(body)) as Node;
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Node, copy);
  parent[path.at(-1)!] = value;
  return copy;
}

const stranger = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 1.5, 2 ** 60, '', ' ', 'x'.repeat(7_000), [], {}, [null], [[]], {
    type: 17,
  }),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
);

it('a valid body with one value replaced is accepted or refused with a reason, never with a 5xx', async () => {
  const { ask, path } = await createAsker();
  const cases = (['messages', 'commands'] as const).flatMap((to) =>
    RIGHT[to].flatMap((body) => placesOf(body).map((place) => ({ to, body, place }))),
  );
  for (const to of ['messages', 'commands'] as const) {
    for (const body of RIGHT[to]) expect((await ask('POST', path[to], body)).status).toBeLessThan(300);
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), stranger, async ({ to, body, place }, value) => {
      const answer = await ask('POST', path[to], exchanged(body, place, value));
      expect(answer.status).toBeLessThan(500);
      if (answer.code === 50035) expect(answer.faults).not.toHaveLength(0);
      else expect(answer.status < 300 || [50006, 50146].includes(answer.code!)).toBe(true);
    }),
    { numRuns: runsOf(200, 6_000) },
  );
});

it('an unknown property is refused at its own path, at any depth', async () => {
  const { ask, path } = await createAsker();
  for (const to of ['messages', 'commands'] as const) {
    for (const body of RIGHT[to]) {
      const objects = placesOf(body).filter((place) => {
        const node = place.reduce<unknown>((at, key) => (at as Node)[key], body);
        const isFree = place.includes('attachments') || place.at(-1) === 'name_localizations';
        return node !== null && typeof node === 'object' && !Array.isArray(node) && !isFree;
      });
      for (const place of [[], ...objects]) {
        const answer = await ask('POST', path[to], exchanged(body, [...place, 'surprise'], 1));
        expect(answer.faults).toEqual([`${[...place, 'surprise'].join('.')} UNKNOWN_PROPERTY`]);
      }
    }
  }
});
