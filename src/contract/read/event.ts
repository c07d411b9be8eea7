import { type ServerFrame, serverFrame } from '../events.js';
import { conversationIdNames } from './conversation.js';
import { relationsOf } from './envelope.js';
import { openEvent } from './event-layers.js';
import { eventKindOf, quiet, refusing } from './event-names.js';
import { type EventContent, saidOf } from './event-said.js';
import { errorDetail } from './failure.js';
import { fieldsOf } from './fields.js';
import { runIdNames } from './message.js';
import { parseOwn } from './own.js';
import { createNotes, type Notes } from './reading.js';
import { type Dictionary, isDictionary, parseJson, plainWord } from './values.js';

/** An agent event in another dialect. Missing fields are null. */
export type LooseEvent = {
  id: string | null;
  conversationId: string | null;
  runId: string | null;
  seq: number | null;
  createdAt: string | null;
  said: EventContent;
};

export type ReadFrame =
  | { kind: 'frame'; frame: ServerFrame }
  | { kind: 'event'; event: LooseEvent; notes: readonly string[] }
  /** Reports that our frame was refused or not understood. */
  | { kind: 'refusal'; conversationId: string | null; detail: string | null }
  /** A ping, greeting or acknowledgement without further content. */
  | { kind: 'quiet'; conversationId: string | null }
  | { kind: 'unknown'; name: string };

/** Prefixes of text fields in events: `responseText`, `errorMessage`. */
const textPrefixes = ['response', 'message', 'answer', 'status', 'progress', 'error'];
const seqNames = ['seq', 'sequence', 'sequence_number', 'offset', 'index', 'event_seq', 'number', 'n'];

function conversationIn(layers: readonly Dictionary[], notes: Notes): string | null {
  const fields = fieldsOf(layers, '', notes);
  const nested = fields.object(['conversation', 'thread', 'chat'])?.id(['id', 'conversation_id']);
  return nested ?? fields.id(conversationIdNames) ?? null;
}

/** The fields of a frame or JSON:API resource, its own before its attributes and relations. */
function openResource(object: Dictionary): Dictionary[] {
  const { attributes, meta } = object;
  return [
    object,
    ...(isDictionary(attributes) ? [attributes] : []),
    ...relationsOf(object),
    ...(isDictionary(meta) ? [meta] : []),
  ];
}

/** The id in a channel name such as `private-conversation.12`. A plain id may look like one. */
export const withoutChannel = (id: string): string =>
  id.replace(/^(private-|presence-)?(conversations?|threads?)[.:/]/, '');

/** Reads a frame of another dialect. */
function readOther(frame: Dictionary): ReadFrame {
  const notes = createNotes();
  const named = openEvent(frame);
  const layers = (named?.layers ?? [frame]).flatMap(openResource);
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
  // A bare `error` may concern our own frame; only one that names a conversation concerns an answer.
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
    said: saidOf(named.kind, fieldsOf(layers, '', notes, textPrefixes)),
  };
  return { kind: 'event', event, notes: notes.all() };
}

function readOne(value: unknown): ReadFrame {
  if (!isDictionary(value)) return { kind: 'unknown', name: typeof value };
  const strict = parseOwn(serverFrame, value);
  return strict.success ? { kind: 'frame', frame: strict.data } : readOther(value);
}

const mostAtOnce = 1_000;

/** One text frame, which may contain several events: a list, lines of JSON, or `{events: [...]}`. */
export function readFrames(text: string): ReadFrame[] {
  const parsed = parseJson(text);
  if (isDictionary(parsed)) {
    const batch = [parsed.events, parsed.batch, parsed.messages].find(Array.isArray);
    const isBatch =
      batch !== undefined &&
      (batch as unknown[]).every(isDictionary) &&
      eventKindOf(parsed.type) === undefined;
    return isBatch ? (batch as unknown[]).slice(0, mostAtOnce).map(readOne) : [readOne(parsed)];
  }
  if (Array.isArray(parsed)) {
    // Phoenix and Socket.IO: [..., "agent_response", {…}]
    const word = parsed.find((one) => eventKindOf(one) !== undefined);
    const body = parsed.find(isDictionary);
    if (typeof word === 'string' && isDictionary(body)) return [readOther({ type: word, data: body })];
    return parsed.slice(0, mostAtOnce).map(readOne);
  }
  if (parsed !== undefined) return [];
  const trimmed = text.trim();
  if (/^(ping|pong|ok|hello|connected|heartbeat|\d{0,3})$/i.test(trimmed))
    return [{ kind: 'quiet', conversationId: null }];
  const lines = trimmed.split('\n').map((line) => parseJson(line.replace(/^(data:|\d+)/, '').trim()));
  const objects = lines.filter(isDictionary);
  return objects.length > 0 ? objects.slice(0, mostAtOnce).map(readOne) : [{ kind: 'unknown', name: 'text' }];
}
