import type { FinishReason } from '../agents.js';
import type { AgentEvent } from '../events.js';
import { type ServerFrame, serverFrame } from '../events.js';
import { conversationIdNames } from './conversation.js';
import { errorDetail } from './failure.js';
import { type Fields, fieldsOf } from './fields.js';
import { attachmentsOf, runIdNames, textNames } from './message.js';
import { createNotes, type Notes } from './reading.js';
import { finishReasonOf } from './status.js';
import { type Dictionary, isDictionary, plainWord, toNumber } from './values.js';

/** What an event says, without its place in the conversation. */
export type Said =
  | { kind: 'progress'; label: string; percent: number | null }
  /** `isWhole`: the text so far rather than what was added; null where only comparing tells. */
  | { kind: 'response'; text: string; isWhole: boolean | null; offset: number | null; isFinal: boolean }
  | {
      kind: 'complete';
      text: string | null;
      reason: FinishReason;
      attachments: Extract<AgentEvent, { type: 'agent_complete' }>['data']['attachments'];
      credits: number;
    }
  | { kind: 'error'; detail: string | null; retryable: boolean };

/** An event of the agent in another dialect. What is not given is null. */
export type LooseEvent = {
  id: string | null;
  conversationId: string | null;
  runId: string | null;
  seq: number | null;
  createdAt: string | null;
  said: Said;
};

export type ReadFrame =
  | { kind: 'frame'; frame: ServerFrame }
  | { kind: 'event'; event: LooseEvent; notes: readonly string[] }
  /** Anything that says that what we sent was refused or not understood. */
  | { kind: 'refusal'; conversationId: string | null; detail: string | null }
  /** It says nothing that matters here: a ping, a greeting, an acknowledgement. */
  | { kind: 'quiet'; conversationId: string | null }
  | { kind: 'unknown'; name: string };

const names: Readonly<Record<Said['kind'], readonly string[]>> = {
  response: [
    'agentresponse',
    'response',
    'agentmessage',
    'message',
    'delta',
    'agentdelta',
    'chunk',
    'token',
    'agentresponsedelta',
    'assistantmessage',
    'contentblockdelta',
    'messagedelta',
    'responseoutputtextdelta',
    'agenttoken',
    'agentchunk',
  ],
  progress: [
    'agentprogress',
    'progress',
    'status',
    'agentstatus',
    'thinking',
    'agentthinking',
    'toolcall',
    'step',
    'agentstep',
    'typing',
  ],
  complete: [
    'agentcomplete',
    'agentcompleted',
    'complete',
    'completed',
    'done',
    'agentdone',
    'end',
    'finished',
    'agentfinished',
    'messagestop',
    'responsecompleted',
    'runcompleted',
    'final',
    'agentend',
  ],
  error: ['agenterror', 'error', 'failed', 'agentfailed', 'agentfailure', 'runfailed'],
};
const kinds = new Map(
  Object.entries(names).flatMap(([kind, list]) => list.map((name) => [name, kind as Said['kind']] as const)),
);
const specified = new Set(['agentresponse', 'agentprogress', 'agentcomplete', 'agenterror']);
const quiet = new Set([
  'ping',
  'pong',
  'hello',
  'welcome',
  'connected',
  'ready',
  'ack',
  'ok',
  'subscribed',
  'subscribe',
  'unsubscribed',
  'heartbeat',
  'keepalive',
  'authenticated',
  'joined',
  'presence',
  'info',
  'connectionack',
  'subscriptionsucceeded',
  'confirmsubscription',
]);
const refusing = new Set([
  'error',
  'refused',
  'unauthorized',
  'forbidden',
  'invalid',
  'rejected',
  'rejectsubscription',
  'nack',
]);

const nameFields = [
  'type',
  'event',
  'name',
  'kind',
  'event_type',
  'event_name',
  'action',
  'topic',
  'op',
  'method',
];
const bodyFields = [
  'data',
  'payload',
  'body',
  'params',
  'detail',
  'content',
  'message',
  'event',
  'result',
  'attributes',
];

/** `agent.response`, `agent:response` and `conversation/agent_response` are one. */
function kindOf(word: unknown): Said['kind'] | undefined {
  if (typeof word !== 'string') return undefined;
  const plain = plainWord(word);
  if (kinds.has(plain)) return kinds.get(plain);
  const ending = plainWord(word.split(/[/]|::/).at(-1));
  if (kinds.has(ending)) return kinds.get(ending);
  for (const one of specified) if (plain.endsWith(one)) return kinds.get(one);
  return undefined;
}

type Named = { word: string; kind: Said['kind'] | undefined; layers: readonly Dictionary[] };

/** The event's name and its fields: its own before those of what it is wrapped in. */
function open(frame: Dictionary, depth = 0): Named | undefined {
  const top = fieldsOf([frame], '', createNotes());
  const inner = bodyFields.flatMap((name) => {
    const value = top.any([name]);
    const parsed = typeof value === 'string' && value.startsWith('{') ? parse(value) : value;
    return isDictionary(parsed) ? [parsed] : [];
  });
  for (const name of nameFields) {
    const word = top.any([name]);
    const kind = kindOf(word);
    if (kind && typeof word === 'string') {
      const isSpecified = [...specified].some((one) => plainWord(word).endsWith(one));
      const nested =
        isSpecified || depth > 1
          ? undefined
          : inner.map((one) => open(one, depth + 1)).find((one) => one?.kind);
      return nested
        ? { ...nested, layers: [...nested.layers, frame] }
        : { word, kind, layers: [...inner, frame] };
    }
  }
  if (depth < 2)
    for (const one of inner) {
      const nested = open(one, depth + 1);
      if (nested?.kind) return { ...nested, layers: [...nested.layers, frame] };
    }
  const byKey = Object.entries(frame).find(([key]) => specified.has(plainWord(key)));
  if (byKey)
    return {
      word: byKey[0],
      kind: kindOf(byKey[0]),
      layers: isDictionary(byKey[1]) ? [byKey[1], frame] : [{ text: byKey[1] }, frame],
    };
  const word = nameFields.map((name) => top.any([name])).find((one) => typeof one === 'string');
  return { word: typeof word === 'string' ? word : '', kind: undefined, layers: [...inner, frame] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wholeNames = ['full_text', 'full', 'accumulated', 'snapshot', 'text_so_far'];
const deltaNames = ['delta', 'chunk', 'token', 'text_delta'];
const seqNames = ['seq', 'sequence', 'sequence_number', 'offset', 'index', 'event_seq', 'number', 'n'];

function saidOf(kind: Said['kind'], fields: Fields): Said {
  switch (kind) {
    case 'progress': {
      const percent = toNumber(fields.any(['percent', 'progress', 'percentage', 'value']));
      const label = fields.text([
        'label',
        'message',
        'text',
        'status',
        'description',
        'step',
        'stage',
        'title',
        'content',
        'tool',
        'detail',
      ]);
      const share = percent !== undefined && percent > 0 && percent < 1 ? percent * 100 : percent;
      return {
        kind,
        label: label || 'Working',
        percent: share === undefined ? null : Math.max(0, Math.min(100, share)),
      };
    }
    case 'response': {
      const whole = fields.text(wholeNames);
      const delta = fields.text(deltaNames);
      return {
        kind,
        text: whole ?? delta ?? fields.text(textNames) ?? '',
        isWhole: whole !== undefined ? true : delta !== undefined ? false : null,
        offset: fields.number(['text_offset', 'offset']) ?? null,
        isFinal: fields.flag(['is_final', 'final', 'done', 'is_last', 'last', 'complete']) ?? false,
      };
    }
    case 'complete': {
      const reason = fields.any(['finish_reason', 'stop_reason', 'reason', 'end_reason', 'status']);
      const usage = fields.object(['usage', 'cost']);
      return {
        kind,
        text: fields.text(['text', 'full_text', 'final_text', ...textNames]) ?? null,
        reason: finishReasonOf(reason) ?? 'stop',
        attachments: attachmentsOf(fields),
        credits: (usage ?? fields).number(['credits', 'credits_used', 'credit_cost']) ?? 0,
      };
    }
    case 'error':
      return {
        kind,
        detail: errorDetail(Object.fromEntries(errorFields(fields))),
        retryable: fields.flag(['retryable', 'can_retry', 'is_retryable']) ?? true,
      };
  }
}

const errorFields = (fields: Fields): [string, unknown][] =>
  [
    'detail',
    'message',
    'error',
    'reason',
    'error_message',
    'description',
    'text',
    'title',
    'errors',
    'content',
  ].map((name) => [name, fields.any([name])]);

function conversationIn(layers: readonly Dictionary[], notes: Notes): string | null {
  const fields = fieldsOf(layers, '', notes);
  const nested = fields.object(['conversation', 'thread', 'chat'])?.id(['id', 'conversation_id']);
  return nested ?? fields.id(conversationIdNames) ?? null;
}

/** The id inside the name of a channel, such as `private-conversation.12`; an id may look like one itself. */
export const withoutChannel = (id: string): string =>
  id.replace(/^(private-|presence-)?(conversations?|threads?)[.:/]/, '');

/** One frame that is no frame of ours. */
function readOther(frame: Dictionary): ReadFrame {
  const notes = createNotes();
  const named = open(frame);
  const layers = named?.layers ?? [frame];
  const conversationId = conversationIn(layers, notes);
  const word = plainWord(named?.word);
  if (!named?.kind) {
    if (quiet.has(word) || (word === '' && Object.keys(frame).length === 0))
      return { kind: 'quiet', conversationId };
    if (refusing.has(word) || frame.error != null)
      return { kind: 'refusal', conversationId, detail: errorDetail(frame) };
    return { kind: 'unknown', name: named?.word || Object.keys(frame).slice(0, 5).join(',') };
  }
  const fields = fieldsOf(layers, '', notes);
  // A bare `error` may be about our own frame as well as about an answer; only one that names a conversation is an answer's.
  if (word === 'error' && conversationId === null && fields.id(runIdNames) === undefined)
    return { kind: 'refusal', conversationId, detail: errorDetail(frame) };
  if (word === 'status' && conversationId === null) return { kind: 'quiet', conversationId };
  const role = plainWord(fields.any(['role', 'author', 'sender']));
  if (named.kind === 'response' && (role === 'user' || role === 'human'))
    return { kind: 'quiet', conversationId };
  const event: LooseEvent = {
    id: fields.id(['event_id']) ?? fieldsOf([frame], '', notes).id(['id']) ?? null,
    conversationId,
    runId: fields.id(runIdNames) ?? fields.object(['run'])?.id(['id']) ?? null,
    seq: fields.number(seqNames) ?? null,
    createdAt: fields.time(['created_at', 'timestamp', 'time', 'ts', 'sent_at']) ?? null,
    said: saidOf(named.kind, fields),
  };
  return { kind: 'event', event, notes: notes.all() };
}

function readOne(value: unknown): ReadFrame {
  if (!isDictionary(value)) return { kind: 'unknown', name: typeof value };
  const strict = serverFrame.safeParse(value);
  return strict.success ? { kind: 'frame', frame: strict.data } : readOther(value);
}

const mostAtOnce = 1_000;

/** One text frame of the socket, which may hold several events: a list, lines of JSON, or `{events: [...]}`. */
export function readFrames(text: string): ReadFrame[] {
  const parsed = parse(text);
  if (isDictionary(parsed)) {
    const batch = [parsed.events, parsed.batch, parsed.messages].find(Array.isArray);
    const isBatch =
      batch !== undefined && (batch as unknown[]).every(isDictionary) && kindOf(parsed.type) === undefined;
    return isBatch ? (batch as unknown[]).slice(0, mostAtOnce).map(readOne) : [readOne(parsed)];
  }
  if (Array.isArray(parsed)) {
    // Phoenix and Socket.IO: [..., "agent_response", {…}]
    const word = parsed.find((one) => kindOf(one) !== undefined);
    const body = parsed.find(isDictionary);
    if (typeof word === 'string' && isDictionary(body)) return [readOther({ type: word, data: body })];
    return parsed.slice(0, mostAtOnce).map(readOne);
  }
  if (parsed !== undefined) return [];
  const trimmed = text.trim();
  if (/^(ping|pong|ok|hello|connected|heartbeat|\d{0,3})$/i.test(trimmed))
    return [{ kind: 'quiet', conversationId: null }];
  const lines = trimmed.split('\n').map((line) => parse(line.replace(/^(data:|\d+)/, '').trim()));
  const objects = lines.filter(isDictionary);
  return objects.length > 0 ? objects.slice(0, mostAtOnce).map(readOne) : [{ kind: 'unknown', name: 'text' }];
}
