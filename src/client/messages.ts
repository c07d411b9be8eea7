import { listMessages, type Message } from '../contract/agents.js';
import type { Page } from '../contract/shapes.js';
import type { NotedReply } from './http.js';
import type { Service } from './session.js';

/** Stored messages, oldest first. `isOurs`: the service replied in our own dialect. */
export type StoredMessages = { messages: Message[]; isOurs: boolean };

const mostPages = 200;

/**
 * Reads the messages of a conversation after `afterSeq`, page by page. Our own service pages by `seq`. Others page by the
 * cursor or link in their replies, oldest or newest first, and may ignore `after_seq`.
 */
export async function readMessages(
  service: Pick<Service, 'call'>,
  conversationId: string,
  afterSeq = 0,
): Promise<StoredMessages> {
  const params = { conversation_id: conversationId };
  let messages: Message[] = [];
  let query: Query | null = { after_seq: afterSeq };
  let isOurs = true;
  for (let pages = 0; query && pages < mostPages; pages += 1) {
    const { body, notes }: NotedReply<typeof listMessages> = await service.call(listMessages, {
      params,
      query,
    });
    isOurs &&= notes === undefined;
    messages = isOlder(body.data, messages) ? [...body.data, ...messages] : [...messages, ...body.data];
    query = isOurs ? nextBySeq(body, query) : nextByCursor(body, query);
  }
  return { messages, isOurs };
}

type Query = { after_seq: number; cursor?: string };

function nextBySeq({ has_more, data }: Page<Message>, { after_seq: before }: Query): Query | null {
  const newest = Math.max(before, ...data.map(({ seq }) => seq));
  return has_more && newest > before ? { after_seq: newest } : null;
}

function nextByCursor({ next_cursor: cursor }: Page<Message>, before: Query): Query | null {
  return cursor === null || cursor === before.cursor ? null : { after_seq: before.after_seq, cursor };
}

/** Whether a page precedes the pages before it, as at a service that lists the newest message first. */
function isOlder(page: readonly Message[], before: readonly Message[]): boolean {
  const [last, first] = [page.at(-1), before[0]];
  return (
    last !== undefined && first !== undefined && Date.parse(last.created_at) < Date.parse(first.created_at)
  );
}
