import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInbox, type Inbox } from '../../../src/client/events/inbox.js';
import type { AgentEvent } from '../../../src/contract/events.js';
import { type ManualClock, manualClock } from '../../support/clock.js';

const event = (seq: number) => ({ seq, type: 'agent_progress' }) as AgentEvent;

let clock: ManualClock;
let delivered: number[];
let asked: number;
let inbox: Inbox;
const open = () => {
  clock = manualClock();
  delivered = [];
  asked = 0;
  inbox = createInbox({
    clock,
    afterSeq: () => delivered.at(-1) ?? 0,
    deliver: ({ seq }) => delivered.push(seq),
    askAgain: () => {
      asked += 1;
    },
  });
};
beforeEach(open);
const takes = (...seqs: number[]) => {
  for (const seq of seqs) inbox.take(event(seq));
};

describe('events', () => {
  it('are delivered at once and only once while in order', () => {
    takes(1, 2, 2, 3, 1);
    expect(delivered).toEqual([1, 2, 3]);
  });

  it('wait for a late one without requesting a replay', async () => {
    takes(1, 3, 4);
    expect(delivered).toEqual([1]);
    takes(2);
    await clock.advance(10_000);
    expect(delivered).toEqual([1, 2, 3, 4]);
    expect(asked).toBe(0);
  });

  it('that are missing are requested, and accepted from the replay in any order', async () => {
    takes(1, 4);
    await clock.advance(300);
    expect(asked).toBe(1);
    inbox.replay(3);
    takes(4, 2, 3);
    expect(delivered).toEqual([1, 2, 3, 4]);
  });

  it('that no replay contains are skipped', async () => {
    takes(1, 4);
    await clock.advance(300);
    inbox.replay(1);
    takes(4, 9);
    expect(delivered).toEqual([1, 4, 9]);
    await clock.advance(10_000);
    expect(asked).toBe(1);
  });

  it('are requested until a replay arrives', async () => {
    takes(1, 3);
    await clock.advance(16_000);
    expect(delivered).toEqual([1]);
    expect(asked).toBe(4);
    inbox.replay(1);
    takes(3);
    expect(delivered).toEqual([1, 3]);
  });

  it('of a lost socket are discarded, because they are replayed', async () => {
    takes(1, 3);
    inbox.clear();
    inbox.replay(2);
    takes(2, 3);
    await clock.advance(10_000);
    expect(delivered).toEqual([1, 2, 3]);
    expect(asked).toBe(0);
  });

  it('are delivered in order, once each, for any order of arrival', async () => {
    const arrivals = fc.array(fc.nat(19), { minLength: 20, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(arrivals, async (mixed) => {
        open();
        for (const at of mixed) takes(at + 1);
        await clock.advance(300);
        const missed = Array.from({ length: 20 }, (_, at) => at + 1).filter(
          (seq) => !delivered.includes(seq),
        );
        inbox.replay(missed.length);
        takes(...missed.reverse());
        expect(delivered).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
      }),
      { numRuns: 100 },
    );
  });
});
