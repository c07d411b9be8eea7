import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import type { Channel } from '../state/model.js';
import type { State } from '../state/state.js';
import { isExemptFromSlowmode } from './rules.js';

/** Slow mode for one person. A message and a new thread each restart the channel's interval. */
export type Slowmode = {
  /** @throws PersonError with the seconds left */
  need(channel: Channel, what: 'message' | 'thread'): void;
  /** Records that the person sent a message or started a thread. */
  note(channel: Channel, what: 'message' | 'thread'): void;
};

export function createSlowmode(state: State, userId: string): Slowmode {
  const doneAt = new Map<string, number>();
  return {
    need(channel, what) {
      if (channel.slowmodeSeconds === 0 || isExemptFromSlowmode(state, channel, userId)) return;
      const since = state.clock.now() - (doneAt.get(`${what} ${channel.id}`) ?? Number.NEGATIVE_INFINITY);
      const left = Math.ceil(channel.slowmodeSeconds - since / 1_000);
      if (left > 0) throw new PersonError(say('slow', { seconds: left, channel: channel.name }));
    },
    note(channel, what) {
      if (channel.slowmodeSeconds > 0) doneAt.set(`${what} ${channel.id}`, state.clock.now());
    },
  };
}
