import { expect, it } from 'vitest';
import { refuseRequests, someFaults } from './refusals/campaign.js';

/** A slice of `npm run fault -- --only discord`: the whole program behind a proxy that refuses the bot's requests. */

it('a purchase, a rig and a talk end right, or their member is told, whatever Discord refuses', async () => {
  const cells = await refuseRequests(someFaults());
  expect(cells.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))).toEqual([]);
  expect(cells.every(({ refused }) => refused > 0)).toBe(true);
});
