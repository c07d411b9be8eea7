import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/base/log.js';
import { isWords, type Words } from '../../../../src/bot/cards/card.js';
import type { Messenger } from '../../../../src/bot/messenger.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import { createRelay } from '../../../../src/bot/talk/relay.js';
import type { Talk, TalkStore } from '../../../../src/bot/talk/store.js';
import { emptyView } from '../../../../src/bot/talk/view.js';
import type { Subscription } from '../../../../src/client/events.js';
import type { AgentEvent } from '../../../../src/contract/events.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

const talk: Talk = {
  threadId: '10',
  conversationId: 'cnv_1',
  memberId: '20',
  runId: null,
  lastSeq: 0,
  lastHeard: '10',
  view: emptyView,
};

/** A thread of Discord: its messages as they stand, by id. */
function createThread() {
  const messages = new Map<string, Words>();
  let ended = false;
  let refusals = 0;
  const refuse = (times: number) => {
    refusals = times;
  };
  const put = (id: string, post: Parameters<Messenger['edit']>[2]) => {
    refusals -= 1;
    if (refusals >= 0) throw new Error('Discord is out of reach');
    if (!isWords(post)) throw new Error('an answer is plain text');
    messages.set(id, post);
  };
  const messenger: Messenger = {
    async edit(_channel, id, post) {
      put(id, post);
      return 'edited';
    },
    async send(_channel, post) {
      const id = String(messages.size + 1);
      put(id, post);
      return id;
    },
  };
  const store = {
    saveView: async () => undefined,
    open: async () => (ended ? [] : [talk]),
    async end() {
      ended = true;
    },
  } as Partial<TalkStore> as TalkStore;
  return {
    messages,
    messenger,
    store,
    isEnded: () => ended,
    refuse,
  };
}

let thread: ReturnType<typeof createThread>;
let clock: ManualClock;
let subscribed: Subscription | null;
let relay: ReturnType<typeof createRelay>;

beforeEach(() => {
  thread = createThread();
  clock = manualClock();
  subscribed = null;
  const { messenger, store } = thread;
  relay = createRelay({
    messenger,
    store,
    clock,
    log: createLog('silent'),
    sessions: {} as Sessions,
    eventsOf: () => ({
      subscribe(subscription) {
        subscribed = subscription;
        return () => {
          subscribed = null;
        };
      },
      close: () => undefined,
    }),
  });
  relay.follow(talk);
});

let seq = 0;
const happens = <T extends AgentEvent['type']>(
  type: T,
  data: Extract<AgentEvent, { type: T }>['data'],
  run_id = 'run_1',
) => {
  seq += 1;
  const created_at = '2026-01-01T00:00:00.000Z';
  const event = { id: `evt_${seq}`, seq, type, conversation_id: 'cnv_1', run_id, created_at, data };
  subscribed?.onEvent(event as AgentEvent);
};
const says = (delta: string, text_offset: number, runId?: string) =>
  happens('agent_response', { message_id: 'msg_1', delta, text_offset, is_final: false }, runId);
const ends = (text: string, credits = 0, runId?: string) =>
  happens(
    'agent_complete',
    { message_id: 'msg_1', text, finish_reason: 'stop', attachments: [], usage: { credits } },
    runId,
  );
const shown = () => [...thread.messages.values()];
const labels = () =>
  shown().flatMap(({ components }) => JSON.stringify(components ?? []).match(/"label":"\w+"/g) ?? []);

describe('an answer that is under way', () => {
  it('grows in one message with a Stop button', async () => {
    says('Once upon', 0);
    await clock.advance(1_000);
    says(' a time', 9);
    await clock.advance(1_000);
    expect(shown().map(({ content }) => content)).toEqual(['Once upon a time']);
    expect(labels()).toEqual(['"label":"Stop"']);
  });

  it('is finished when its talk ends: as far as it got, with nothing left to press', async () => {
    says('Once upon', 0);
    await clock.advance(1_000);
    await relay.finish(talk.threadId);
    says(' a time', 9);
    await clock.advance(5_000);
    expect(shown()).toEqual([{ content: 'Once upon\n\n-# This talk has ended.' }]);
    expect(thread.isEnded()).toBe(true);
  });

  it('is finished, too, when the end comes between two drawings', async () => {
    says('Once', 0);
    says(' upon', 4);
    await relay.finish(talk.threadId);
    await clock.advance(5_000);
    expect(shown()).toEqual([{ content: 'Once upon\n\n-# This talk has ended.' }]);
  });
});

describe('an answer that is complete', () => {
  it('stays as it is when its talk ends', async () => {
    ends('The end.', 2);
    await clock.advance(1_000);
    await relay.finish(talk.threadId);
    await clock.advance(5_000);
    expect(shown().map(({ content }) => content)).toEqual(['The end.\n\n-# 2 credits']);
    expect(labels()).toEqual(['"label":"Reply"']);
  });

  it('is shown to its end though the next one has begun', async () => {
    says('First', 0);
    ends('First, all of it.');
    says('Second', 0, 'run_2');
    await clock.advance(5_000);
    ends('Second, all of it.', 0, 'run_2');
    says('Third', 0, 'run_3');
    ends('Third, all of it.', 0, 'run_3');
    await clock.advance(5_000);
    expect(shown().map(({ content }) => content)).toEqual([
      'First, all of it.',
      'Second, all of it.',
      'Third, all of it.',
    ]);
    expect(labels()).toEqual(Array(3).fill('"label":"Reply"'));
  });

  it('is tried again while Discord does not take it', async () => {
    thread.refuse(1);
    ends('At last.');
    await clock.advance(10_000);
    expect(shown().map(({ content }) => content)).toEqual(['At last.']);
  });
});
