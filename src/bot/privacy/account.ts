import { errorTable, isAppError } from '../../base/errors.js';
import { readMessages } from '../../client/messages.js';
import type { Service } from '../../client/session.js';
import { listConversations } from '../../contract/agents.js';
import { listSessions, readUser } from '../../contract/auth.js';
import { listCreditEntries, listIntents, readCredits } from '../../contract/payments.js';
import { listGenerations } from '../../contract/rig.js';
import type { Page } from '../../contract/shapes.js';

const limit = 100;
const mostPages = 200;

/** Every entry of a list, page by page. */
async function readAll<T>(read: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, has_more, next_cursor } = await read(cursor);
    all.push(...data);
    if (!has_more || next_cursor === null) break;
    cursor = next_cursor;
  }
  return all;
}

const paged = (cursor?: string) => ({ limit, ...(cursor && { cursor }) });

/** The service's data about one user. A part that cannot be read is replaced by the reason, in English like the whole file. */
export async function exportAccount(service: Service): Promise<Record<string, unknown>> {
  const conversations = async () => {
    const all: unknown[] = [];
    const found = await readAll(
      async (cursor) => (await service.call(listConversations, { query: paged(cursor) })).body,
    );
    for (const one of found) all.push({ ...one, messages: (await readMessages(service, one.id)).messages });
    return all;
  };
  const parts: Record<string, () => Promise<unknown>> = {
    user: async () => (await service.call(readUser, {})).body,
    sessions: async () => (await service.call(listSessions, {})).body.data,
    credits: async () => (await service.call(readCredits, {})).body,
    credit_entries: () =>
      readAll(async (cursor) => (await service.call(listCreditEntries, { query: paged(cursor) })).body),
    purchases: () =>
      readAll(async (cursor) => (await service.call(listIntents, { query: paged(cursor) })).body),
    rigs: () =>
      readAll(async (cursor) => (await service.call(listGenerations, { query: paged(cursor) })).body),
    conversations,
  };
  const account: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) account[name] = await part().catch(missing);
  return account;
}

function missing(error: unknown): { not_available: string } {
  if (!isAppError(error)) throw error;
  return { not_available: error.reason ? errorTable[error.code][1] : error.message };
}
