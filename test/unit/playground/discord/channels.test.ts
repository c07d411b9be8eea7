import { expect, test } from 'vitest';
import { wallClock } from '../../../../src/playground/discord/clock.js';
import type { Channel } from '../../../../src/playground/discord/state/model.js';
import { channelsIn, createState } from '../../../../src/playground/discord/state/state.js';

const channel = (id: string, guildId: string | null) => ({ id, guildId }) as Channel;
const idsIn = (state: ReturnType<typeof createState>, id: string) =>
  channelsIn(state, { id }).map((one) => one.id);

test('the channels of a guild are those that were added and not deleted, oldest first', () => {
  const state = createState(wallClock);
  for (const [id, guildId] of [
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'a'],
    ['4', null],
    ['5', 'a'],
  ] as const)
    state.channels.set(id, channel(id, guildId));
  state.channels.delete('3');
  state.channels.delete('missing');
  expect([idsIn(state, 'a'), idsIn(state, 'b'), idsIn(state, 'c')]).toEqual([['1', '5'], ['2'], []]);
  state.channels.clear();
  expect(idsIn(state, 'a')).toEqual([]);
});
