import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import type { Style } from '../service/dialects/core/style.js';
import { django } from '../service/dialects/django.js';
import { dialects } from '../service/dialects/index.js';
import { answerIn, buys, links, rigs, talks, thinking, withDialect } from '../support/foreign.js';
import { picture } from '../support/playground.js';
import { eachOf } from '../support/slice.js';
import { startTalk } from '../support/talk.js';
import { openWorld, type TestWorld, text } from '../support/world.js';

/**
 * One bot, many services that each speak the specification in a way of their own. `npm test` runs a slice,
 * `npm run dialects` all of them; `DIALECTS=rails,slow npx vitest run …` some.
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

eachOf(
  1,
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

it('a picture for a service without uploads is refused in one sentence, and the text reaches the agent', {
  tags: 'slow',
}, async () => {
  await withDialect(world, django, async ({ log }) => {
    const person = world.actor.as('olga');
    expect(await links(person)).toMatchObject({ how: 'good' });
    const thread = await startTalk(person, 'Hello forge');
    expect(await answerIn(person, thread, '0', 'Hello forge')).toMatchObject({ how: 'good' });

    const channel = thread;
    const attachments = [{ name: 'fox.png', bytes: await picture(), contentType: 'image/png' }];
    const { id } = await person.posts('Look at my fox', { channel, attachments });
    expect(await answerIn(person, thread, id, 'Look at my fox')).toMatchObject({ how: 'good' });
    const refusal =
      /takes no files in a conversation, so the agent can't see `fox\.png`\. Use \/rig to make a character/;
    const told = (await person.messages(thread)).filter((message) => refusal.test(text(message)));
    expect(told).toHaveLength(1);

    const alone = await person.posts('', { channel, attachments });
    await person.sees(refusal, { channel, after: alone.id });
    expect(log.filter((line) => /^POST .*\/messages/.test(line))).toHaveLength(2);
  });
});
