import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachOf } from '../support/slice.js';
import { acts } from './refusals/acts.js';
import { someFaults } from './refusals/campaign.js';
import { type Cell, playCell } from './refusals/cell.js';
import { pretended } from './refusals/failures.js';
import { kinds } from './refusals/kinds.js';
import { openRefusingWorld, type RefusingWorld } from './refusals/world.js';

/** A slice of `npm run fault -- --only discord`: the whole program behind a proxy that refuses the bot's requests. */

let world: RefusingWorld;
beforeAll(async () => {
  world = await openRefusingWorld();
});
afterAll(() => world.close());

const play = (name: string, chosen: string[], patienceMs: number): Promise<Cell> => {
  const fault = someFaults().find((each) => `${each.kind.name} ${each.failure.name}` === name);
  if (!fault) throw new Error(`no fault ${name}`);
  return playCell(world, fault, { acts: acts.filter((act) => chosen.includes(act.name)), patienceMs });
};

/** What takes longer is waited for after the next leap of the clock. */
const patienceMs = 1_500;

eachOf(2, [
  ['callback reset', ['link', 'moderation']],
  ['answer 404', ['purchase']],
  ['edit 404', ['rig']],
  ['thread 403', ['talk']],
])('under %s everything ends right, or its member is told', async (name, chosen) => {
  const cell = await play(name, chosen, patienceMs);
  expect(cell.problems).toEqual([]);
  expect(cell.refused).toBeGreaterThan(0);
  expect(Object.values(cell.endings)).not.toContain('unanswered');
});

it('finds a bot that takes a refused answer for done', { tags: 'slow' }, async () => {
  const answer = kinds.find(({ name }) => name === 'answer')!;
  const fault = { kind: answer, failure: pretended, times: Number.POSITIVE_INFINITY };
  const talk = acts.filter(({ name }) => name === 'talk');
  const cell = await playCell(world, fault, { acts: talk, patienceMs: 300, lastPatienceMs: 300 });
  expect(cell.refused).toBeGreaterThan(0);
  expect(cell.problems.join()).toMatch(/talk: .*still say "thinking"/);
});
