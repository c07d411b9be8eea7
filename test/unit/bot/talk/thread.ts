import { AppError } from '../../../../src/base/errors.js';
import { createLog } from '../../../../src/base/log.js';
import type { Pacer, Urgency } from '../../../../src/bot/delivery/pacer.js';
import type { Served } from '../../../../src/bot/gateway/connection.js';
import type { Languages } from '../../../../src/bot/languages.js';
import type { Channel, ChannelPost, ChannelRefusal } from '../../../../src/bot/talk/channel.js';
import { createRelay, type Relay } from '../../../../src/bot/talk/relay.js';
import type { KeptTalk, Talk, Trouble } from '../../../../src/bot/talk/talk.js';
import { createTyping } from '../../../../src/bot/talk/typing.js';
import { emptyView, type TalkView } from '../../../../src/bot/talk/view.js';
import type { Events, Subscription } from '../../../../src/client/events.js';
import type { Message } from '../../../../src/contract/agents.js';
import type { AgentEvent } from '../../../../src/contract/events.js';
import type { ManualClock } from '../../../support/clock.js';
import { languages as shipped } from '../../../support/copy.js';
import { servesAll } from '../../../support/served.js';

type Posted = { id: string; said: ChannelPost; nonce: string };
export type Fault = 'lost' | 'lost after' | ChannelRefusal;

/** A Discord thread: its current messages. */
export function createThread() {
  let messages: Posted[] = [];
  let next = 100;
  const faults: Fault[] = [];
  let script: ((request: string, count: number) => Fault | null) | null = null;
  const requests: string[] = [];
  const typed: string[] = [];
  let isArchived = false;
  let isLocked = false;

  const meet = <T>(name: string, act: () => T): T | ChannelRefusal => {
    requests.push(name);
    const fault = faults.shift() ?? script?.(name, requests.length);
    if (fault === 'lost') throw new Error('Discord is out of reach');
    if (fault === 'lost after') {
      act();
      throw new Error('the reply got lost');
    }
    if (fault) return fault;
    return isArchived && name !== 'open' ? 'archived' : act();
  };
  const find = (id: string) => messages.find((one) => one.id === id);
  const channel: Channel = {
    post: async (_thread, said, nonce) =>
      meet('post', () => {
        const known = messages.find((one) => one.nonce === nonce);
        if (known) return { id: known.id };
        next += 1;
        messages.push({ id: String(next), said, nonce });
        return { id: String(next) };
      }),
    edit: async (_thread, id, said) =>
      meet('edit', () => {
        const message = find(id);
        if (!message) return 'deleted';
        message.said = { ...said, files: said.files ?? message.said.files };
        return 'edited';
      }),
    remove: async (_thread, id) =>
      meet('remove', () => {
        if (!find(id)) return 'deleted';
        messages = messages.filter((one) => one.id !== id);
        return 'removed';
      }),
    strip: async (_thread, id) =>
      meet('strip', () => {
        const message = find(id);
        if (!message) return 'deleted';
        message.said = { ...message.said, components: [] };
        return 'edited';
      }),
    open: async () =>
      meet('open', () => {
        if (isLocked) return 'locked' as const;
        isArchived = false;
        return 'opened' as const;
      }),
    listAfter: async (_thread, id) =>
      messages
        .filter((one) => Number(one.id) > Number(id))
        .map((one) => ({ id: one.id, content: one.said.content })),
  };
  return {
    channel,
    requests,
    /** Where the bot was typing, in order. */
    typed,
    type: async (threadId: string) => void typed.push(threadId),
    /** The next requests get these answers, in order. */
    meets: (...next: Fault[]) => faults.push(...next),
    /** Every request from now on gets this answer, null for none. */
    answers(next: typeof script) {
      script = next;
    },
    archive(locked: boolean) {
      isArchived = true;
      isLocked = locked;
    },
    unlock() {
      isArchived = false;
      isLocked = false;
    },
    forgetNonces: () => {
      messages = messages.map((one) => ({ ...one, nonce: '' }));
    },
    deletes(id: string) {
      messages = messages.filter((one) => one.id !== id);
    },
    ids: () => messages.map(({ id }) => id),
    texts: () => messages.map(({ said }) => said.content),
    shown: () => messages.map(({ said }) => said),
    labels: () =>
      messages.flatMap(
        ({ said }) => JSON.stringify(said.components ?? []).match(/(?<="label":")[^"]+/g) ?? [],
      ),
  };
}

/** A bot that follows one talk, with the store of an earlier process; the clock is manual. */
export function openRelay(
  thread: ReturnType<typeof createThread>,
  clock: ManualClock,
  given: {
    talk?: Partial<Talk>;
    kept?: Talk;
    /** No message was posted since the bot started. */
    isQuiet?: boolean;
    messages?: Partial<Message>[];
    status?: string;
    languages?: Pick<Languages, 'ofChannel'>;
    /** Endpoints that the service lacks (`not_found`), or that are unreachable. */
    missing?: string[];
    unreachable?: boolean;
    /** Its replies are in no form that the bot understands. */
    garbled?: boolean;
    served?: Served;
    /** The conversation as processes have stored it by now. */
    stored?: () => Talk;
  } = {},
) {
  let row: Talk = given.kept ?? {
    threadId: '10',
    guildId: '1',
    conversationId: 'cnv_1',
    memberId: '20',
    runId: null,
    lastSeq: 0,
    lastHeard: '10',
    view: emptyView,
    isQuiet: false,
    trouble: null,
    locale: null,
    ...given.talk,
  };
  let isEnded = false;
  let subscription: Subscription | null = null;
  const urgencies: Urgency[] = [];
  const progress = {
    async saveView(_talk: unknown, lastSeq: number, view: TalkView) {
      row = { ...row, lastSeq, view: JSON.parse(JSON.stringify(view)) };
    },
    async running(_thread: string, runId: string) {
      row = { ...row, runId };
    },
    openThreads: async () => (isEnded ? [] : [row]),
  };
  const troubles = {
    async set(_thread: string, trouble: Talk['trouble']) {
      row = { ...row, trouble };
    },
  };
  const store = {
    open: async () => (isEnded ? [] : [row]),
    find: async () => (given.stored ? keptTalk(given.stored()) : null),
    async end(_thread: string, trouble?: Trouble) {
      isEnded = true;
      if (trouble) row = { ...row, trouble };
    },
  };
  const events: Events = {
    subscribe(asked) {
      subscription = asked;
      return () => {
        subscription = null;
      };
    },
    watch: () => true,
    isLive: () => given.messages === undefined,
    ready: async () => undefined,
    leave: () => undefined,
    close: () => undefined,
  };
  /** One request a second and bucket, ends at once. */
  const pacer: Pacer = {
    async turn(_slot, { urgency }, signal) {
      urgencies.push(urgency);
      if (urgency === 'growth') await clock.sleep(1_000, signal).catch(() => undefined);
      return !signal.aborted;
    },
    waitMs: () => 0,
    observe: () => undefined,
    setRate: () => undefined,
  };
  const call = async (endpoint: { id: string }) => {
    if (given.unreachable) throw new AppError('provider_error');
    if (given.garbled) throw new AppError('provider_mismatch');
    if (given.missing?.includes(endpoint.id)) throw new AppError('not_found');
    return endpoint.id === 'listMessages'
      ? { body: { data: given.messages ?? [], has_more: false } }
      : { body: { status: given.status ?? 'running' } };
  };
  const relay: Relay = createRelay({
    served: given.served ?? servesAll,
    store,
    progress,
    troubles,
    events,
    channel: thread.channel,
    pacer,
    clock,
    log: createLog('silent'),
    sessions: { serviceOf: () => ({ call }) } as never,
    languages: given.languages ?? shipped,
    filesOf: async (attachments) =>
      attachments
        .filter(({ name }) => !name.startsWith('huge'))
        .map(({ name }) => ({ name, attachment: Buffer.from(name) })),
    showTyping: createTyping({ type: thread.type, pacer, clock, log: createLog('silent') }),
  });
  if (given.isQuiet) relay.watch(row);
  else relay.follow(row);
  return {
    relay,
    urgencies,
    kept: () => row,
    isEnded: () => isEnded,
    hears: (event: AgentEvent) => subscription?.onEvent(event),
    gap: (fromSeq: number) => subscription?.onGap(fromSeq),
  };
}

const keptTalk = (talk: Talk): KeptTalk => ({
  ...talk,
  title: 'A story',
  channelId: '11',
  uploadLimit: 8_000_000,
  speakers: 'owner',
  payer: 'owner',
  isOpen: true,
  isIdle: false,
  updatedAt: 0,
});

/** The events of a service, in order. */
export function createScriptedAgent(tell: (event: AgentEvent) => void) {
  let seq = 0;
  const happens = <T extends AgentEvent['type']>(
    type: T,
    data: Extract<AgentEvent, { type: T }>['data'],
    run_id: string,
  ) => {
    seq += 1;
    const created_at = '2026-01-01T00:00:00.000Z';
    const event = {
      id: `evt_${seq}`,
      seq,
      type,
      conversation_id: 'cnv_1',
      run_id,
      created_at,
      data,
    } as AgentEvent;
    tell(event);
    return event;
  };
  return {
    says: (delta: string, text_offset: number, runId = 'run_1') =>
      happens('agent_response', { message_id: 'msg_1', delta, text_offset, is_final: false }, runId),
    does: (label: string, percent: number | null = null, runId = 'run_1') =>
      happens('agent_progress', { step: 'a', label, percent, tool: null }, runId),
    ends: (text: string, more: { credits?: number; files?: string[]; runId?: string } = {}) =>
      happens(
        'agent_complete',
        {
          message_id: 'msg_1',
          text,
          finish_reason: 'stop',
          usage: { credits: more.credits ?? 0 },
          attachments: (more.files ?? []).map((name) => ({
            name,
            url: `/files/${name}`,
            content_type: null,
          })),
        },
        more.runId ?? 'run_1',
      ),
    fails: (detail: string, retryable: boolean, runId = 'run_1') =>
      happens('agent_error', { detail, request_id: 'req_1', retryable }, runId),
  };
}
