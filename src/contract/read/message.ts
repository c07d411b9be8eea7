import { type Attachment, attachment, type Message, message, type Run, run } from '../agents.js';
import type { Page } from '../shapes.js';
import { conversationIdNames } from './conversation.js';
import { unwrap } from './envelope.js';
import { type Fields, fieldsOf } from './fields.js';
import { readList } from './list.js';
import { parseOwn } from './own.js';
import { createNotes, type Known, type Notes, type Reader } from './reading.js';
import { roleOf } from './role.js';
import { finishReasonOf, runStatusOf, statusNames } from './status.js';
import { isDictionary } from './values.js';

export const runIdNames = ['run_id', 'response_id', 'turn_id', 'request_id', 'task_id', 'job_id', 'run'];
export const textNames = [
  'content',
  'text',
  'message',
  'delta',
  'chunk',
  'token',
  'answer',
  'output',
  'response',
  'reply',
  'output_text',
  'parts',
  'body',
  'value',
  'choices',
];
/** Files of an answer, without text parts. */
export function attachmentsOf(fields: Fields): Attachment[] {
  const given = fields.list(['attachments', 'files', 'artifacts', 'media', 'images']) ?? [];
  return given.flatMap((one) => {
    const strict = parseOwn(attachment, one);
    if (strict.success) return [strict.data];
    if (typeof one === 'string')
      return [{ name: one.split('/').at(-1)?.slice(0, 200) || 'file', url: one, content_type: null }];
    if (!isDictionary(one)) return [];
    const item = fieldsOf([one], 'attachments', fields.notes);
    const url = item.text(['url', 'href', 'link', 'download_url', 'uri', 'src']) ?? null;
    const name = item.text(['name', 'filename', 'file_name', 'title']) ?? url?.split('/').at(-1) ?? 'file';
    return [
      {
        name: name.slice(0, 200),
        url,
        content_type: item.text(['content_type', 'mime_type', 'mime', 'type']) ?? null,
      },
    ];
  });
}

const messageMarks = [
  'id',
  'message_id',
  'role',
  'content',
  'text',
  'author',
  'sender',
  'created_at',
  'parts',
];

export function readMessageBody(body: unknown, { params, now }: Known, notes: Notes, place = 0): Message {
  const strict = parseOwn(message, body);
  if (strict.success) return strict.data;
  const fields = unwrap(body, {
    own: ['message'],
    marks: messageMarks,
    notes,
    prefixes: ['message'],
  });
  const role = roleOf(fields) ?? fields.missing(['role'], 'does not say who wrote the message');
  const content = fields.text(textNames) ?? '';
  const reason = fields.any(['finish_reason', 'stop_reason', 'end_reason']);
  return {
    id: fields.id(['id', 'message_id', 'uuid', 'mid']) ?? `${place}`,
    conversation_id: params?.conversation_id ?? fields.id(conversationIdNames) ?? '',
    run_id: fields.id(runIdNames) ?? null,
    role,
    content,
    attachments: attachmentsOf(fields),
    client_message_id:
      fields.id(['client_message_id', 'client_id', 'client_message_uuid', 'idempotency_key']) ?? null,
    finish_reason: role === 'agent' ? (finishReasonOf(reason) ?? endOf(fields)) : null,
    seq: Math.max(0, Math.trunc(fields.number(['seq', 'sequence', 'index', 'position']) ?? 0)),
    created_at:
      fields.time(['created_at', 'timestamp', 'created', 'time', 'sent_at', 'date']) ??
      new Date(now).toISOString(),
  };
}

/** `stop` for a complete answer, null for one that is still growing, undefined if unknown. */
function endOf(fields: Fields): 'stop' | null | undefined {
  const final = fields.flag(['is_final', 'final', 'done', 'complete', 'completed', 'is_complete']);
  if (final !== undefined) return final ? 'stop' : null;
  const status = runStatusOf(fields.any(statusNames));
  if (status === undefined) return undefined;
  return status === 'queued' || status === 'running' ? null : 'stop';
}

const listNames = ['messages', 'history', 'turns', 'conversation', 'thread', 'chat'];

/** Messages oldest first; a list in descending time order is reversed. */
export const readMessagesReply: Reader<Page<Message>> = (body, asked) => {
  const notes = createNotes();
  let place = 0;
  const page = readList(body, listNames, (item) => readMessageBody(item, asked, notes, place++), notes);
  const [first, last] = [page.data.at(0), page.data.at(-1)];
  const isNewestFirst = first && last && Date.parse(first.created_at) > Date.parse(last.created_at);
  if (isNewestFirst) notes.add('data: is newest first');
  return { value: isNewestFirst ? { ...page, data: page.data.toReversed() } : page, notes: notes.all() };
};

export const readRunBody = (body: unknown, { params, now, body: sent, known }: Known, notes: Notes): Run => {
  const strict = parseOwn(run, body);
  if (strict.success) return strict.data;
  const fields = unwrap(isDictionary(body) ? body : {}, {
    own: ['run', 'response'],
    marks: ['run_id', 'status', ...runIdNames],
    notes,
  });
  const iso = new Date(now).toISOString();
  const fallback = (sent as { client_message_id?: string } | undefined)?.client_message_id;
  const before = known as Run | undefined;
  const id =
    params?.run_id ??
    fields.id(runIdNames) ??
    fields.object(['run'])?.id(['id']) ??
    before?.id ??
    `run:${fallback ?? now}`;
  const status = runStatusOf(fields.any(statusNames)) ?? before?.status ?? 'queued';
  const isOver = status === 'completed' || status === 'failed' || status === 'canceled';
  return {
    id,
    conversation_id: params?.conversation_id ?? '',
    status,
    created_at: fields.time(['created_at', 'created']) ?? iso,
    finished_at: isOver ? (fields.time(['finished_at', 'completed_at']) ?? iso) : null,
  };
};

/** Reads the reply to a posted message: any success counts, and a missing run gets an id of our own. */
export const readPostedReply: Reader<{ message: Message; run: Run }> = (body, asked) => {
  const given = isDictionary(body) ? body : {};
  const isOurs = parseOwn(message, given.message);
  const theirs = parseOwn(run, given.run);
  if (isOurs.success && theirs.success)
    return { value: { message: isOurs.data, run: theirs.data }, notes: [] };
  const notes = createNotes();
  notes.add('run: is missing or in another form');
  const sent = (asked.body ?? {}) as { content?: string; client_message_id?: string };
  const fields = unwrap(given, {
    own: ['message'],
    marks: messageMarks,
    notes: createNotes(),
    prefixes: ['message'],
  });
  const iso = new Date(asked.now).toISOString();
  // readAnswer reads an answer in the reply; the status here belongs to the message, not to a run.
  const inner = isDictionary(given.run) ? given.run : isDictionary(given.data) ? given.data : given;
  const started = readRunBody(inner, asked, notes);
  return {
    value: {
      message: {
        id: fields.id(['id', 'message_id', 'uuid']) ?? '',
        conversation_id: asked.params?.conversation_id ?? '',
        run_id: null,
        role: 'user',
        content: sent.content ?? '',
        attachments: [],
        client_message_id: sent.client_message_id ?? null,
        seq: 0,
        created_at: iso,
      },
      run: { ...started, status: 'queued', finished_at: null },
    },
    notes: notes.all(),
  };
};

const answerNames = [
  'reply',
  'answer',
  'response',
  'output',
  'assistant_message',
  'agent_message',
  'agent_response',
  'completion',
  'choices',
  'assistant',
];

/** The agent's answer, if the reply to the message contains it. */
export function readAnswer(body: unknown, sent: string): { text: string; attachments: Attachment[] } | null {
  const notes = createNotes();
  const levels = isDictionary(body) ? [body, body.data, body.result].filter(isDictionary) : [];
  for (const level of levels) {
    const fields = fieldsOf([level], '', notes);
    const text = fields.text(answerNames);
    if (text?.trim()) return { text, attachments: attachmentsOf(fields) };
    for (const candidate of [
      level,
      level.message,
      ...(Array.isArray(level.messages) ? level.messages.toReversed() : []),
    ]) {
      if (!isDictionary(candidate)) continue;
      const one = fieldsOf([candidate], '', notes, ['message']);
      const content = one.text(textNames);
      if (roleOf(one) === 'agent' && content?.trim() && content !== sent)
        return { text: content, attachments: attachmentsOf(one) };
    }
  }
  return null;
}
