import { type Conversation, conversation } from '../agents.js';
import { unwrap } from './envelope.js';
import { parseOwn } from './own.js';
import { createNotes, type Known, type Notes, type Reader } from './reading.js';
import { conversationStatusOf, statusNames } from './status.js';

const own = ['conversation', 'thread', 'chat', 'session', 'dialog'];
const prefixes = ['conversation', 'thread', 'chat'];
export const conversationIdNames = [
  'conversation_id',
  'conversation',
  'thread_id',
  'chat_id',
  'session_id',
  'conv_id',
  'cid',
  'dialog_id',
  'channel',
];
const marks = ['id', 'uuid', 'status', 'title', 'agent_id', 'created_at', 'messages', ...conversationIdNames];

export function readConversationBody(
  body: unknown,
  { params, body: sent, now }: Known,
  notes: Notes,
): Conversation {
  const strict = parseOwn(conversation, body);
  if (strict.success) return strict.data;
  const isBareId = typeof body === 'string' || typeof body === 'number';
  const isList = Array.isArray(body) && params?.conversation_id !== undefined; // the messages instead of the conversation
  const fields = unwrap(isBareId ? { id: body } : isList ? {} : body, {
    own,
    marks,
    notes,
    prefixes,
  });
  const iso = new Date(now).toISOString();
  const id =
    params?.conversation_id ?? fields.id(['id', ...conversationIdNames, 'uuid']) ?? fields.missing(['id']);
  return {
    id,
    agent_id: fields.id(['agent_id', 'agent', 'assistant_id']) ?? 'default',
    status: conversationStatusOf(fields.any(statusNames)) ?? 'idle',
    title:
      fields.text(['title', 'name', 'subject']) ?? (sent as { title?: string } | undefined)?.title ?? null,
    last_seq: Math.max(0, Math.trunc(fields.number(['last_seq', 'seq', 'last_event', 'last_event_id']) ?? 0)),
    created_at: fields.time(['created_at', 'created', 'timestamp']) ?? iso,
  };
}

export const readConversationReply: Reader<Conversation> = (body, asked) => {
  const strict = parseOwn(conversation, body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  return { value: readConversationBody(body, asked, notes), notes: notes.all() };
};
