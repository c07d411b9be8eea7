import { PersonError } from '../failure.js';
import type { Channel } from '../state/model.js';
import type { State } from '../state/state.js';
import { isExemptFromSlowmode } from './rules.js';

/** One person's patience: a message and a new thread each start the channel's interval anew. */
export type Slowmode = {
  /** Refuses with the seconds that are left. */
  need(channel: Channel, what: 'message' | 'thread'): void;
  /** It was done. */
  note(channel: Channel, what: 'message' | 'thread'): void;
};

export function createSlowmode(state: State, userId: string): Slowmode {
  const doneAt = new Map<string, number>();
  return {
    need(channel, what) {
      if (channel.slowmodeSeconds === 0 || isExemptFromSlowmode(state, channel, userId)) return;
      const since = state.clock.now() - (doneAt.get(`${what} ${channel.id}`) ?? Number.NEGATIVE_INFINITY);
      const left = Math.ceil(channel.slowmodeSeconds - since / 1_000);
      if (left > 0) throw new PersonError(`Slow mode: wait another ${left} s in ${channel.name}.`);
    },
    note(channel, what) {
      if (channel.slowmodeSeconds > 0) doneAt.set(`${what} ${channel.id}`, state.clock.now());
    },
  };
}
