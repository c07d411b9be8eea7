import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import type { Style } from '../service/dialects/core/style.js';
import { dialects } from '../service/dialects/index.js';
import { buys, links, rigs, talks, thinking, withDialect } from '../support/foreign.js';
import { openWorld, type TestWorld } from '../support/world.js';

/**
 * One bot, many services that each speak the specification in a way of their own. `npm test` runs a slice,
 * `npm run dialects` all of them; `DIALECTS=rails,slow` some.
 */

const slice = 'rails,lamports';
const { DIALECTS: chosen = slice } = process.env;
const isChosen = ({ name }: Style) => chosen === 'all' || chosen.split(',').includes(name);

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ SERVICE_URL: 'http://127.0.0.1:9' }, false);
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const people = ['mia', 'max', 'olga', 'sam'];
const steps = {
  link: links,
  buy: (person: ActorPerson, { wantsSignature }: Style) => buys(person, wantsSignature),
  rig: rigs,
  /** Where lists have pages, the second rig is on another one. */
  rigAgain: rigs,
  talk: talks,
} as const;
type Step = keyof typeof steps;

/** What a person reads where the end is not a good one, and rightly so. */
const told: Readonly<Record<string, Partial<Record<Step, RegExp>>>> = {
  failing: { rig: /The kiln cracked/, rigAgain: /The kiln cracked/, talk: /The anvil is cold today/ },
  ambiguous: {
    buy: /price[\s\S]*currency[\s\S]*Nothing was charged/,
    rig: /Not enough credits/,
    rigAgain: /Not enough credits/,
  },
};

it.each(
  dialects.filter(isChosen).map((style, n) => [style.name, style, people[n % people.length] ?? ''] as const),
)('every step of a person at the service %s ends well, or says why not', async (name, style, who) => {
  await withDialect(world, style, async () => {
    const person = world.actor.as(who);
    for (const [step, act] of Object.entries(steps) as [Step, (typeof steps)[Step]][]) {
      const end = await act(person, style);
      const wanted = told[name]?.[step];
      expect.soft(end.how, `${name}, ${step}: ${end.says}`).toBe(wanted ? 'told' : 'good');
      if (wanted) expect.soft(end.says).toMatch(wanted);
      if (step === 'buy' && end.how === 'good')
        expect.soft(end.says).toMatch(/^## 100(\.5)? credits arrived/);
      if (step === 'link' && end.how !== 'good') return;
    }
    expect(await thinking(person)).toEqual([]);
  });
});
