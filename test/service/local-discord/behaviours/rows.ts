import type { Stage } from './behaviour.js';
import { accepted } from './expect.js';

/** Posts a message with components into #rigs; returns its id. */
export const postsRows = async ({ bot, ids }: Stage, ...components: object[]): Promise<string> =>
  accepted(
    await bot.request('POST', `/channels/${ids.channels.rigs}/messages`, { content: 'Choose', components }),
  ).id;

export const options = [0, 1, 2].map((n) => ({ label: `Number ${n}`, value: `n${n}` }));
