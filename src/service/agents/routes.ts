import { AppError } from '../../base/errors.js';
import {
  cancelRun,
  createConversation,
  listConversations,
  listMessages,
  postMessage,
  readConversation,
} from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { type Route, route } from '../feature.js';
import { readCursor, toPage } from '../page.js';
import type { AgentStore } from './store.js';

export type AgentRoutesDeps = {
  store: AgentStore;
  /** Called when there is a new run. */
  wake: () => void;
  /** Hears of a run its owner cancelled, with its last event. */
  canceled: (runId: string, event: AgentEvent) => void;
};

export function agentRoutes({ store, wake, canceled }: AgentRoutesDeps): Route[] {
  const owned = async (userId: string, id: string) => found(await store.find(userId, id));
  return [
    route(createConversation, async ({ user, body: { title = null, metadata = {} }, remember }) => ({
      status: 201,
      body: await store.open(user.id, { title, metadata }, (body) => remember({ status: 201, body })),
    })),
    route(postMessage, async ({ user, params, body }) => {
      const posted = await store.post(user.id, params.conversation_id, body);
      wake();
      return { status: 202, body: posted };
    }),
    route(cancelRun, async ({ user, params }) => {
      const ended = found(await store.cancel(user.id, params.conversation_id, params.run_id));
      if (ended.event) canceled(params.run_id, ended.event);
      return { status: 200, body: ended.run };
    }),
    route(listConversations, async ({ user, query: { cursor, limit } }) => {
      const rows = await store.list(user.id, { before: readCursor(cursor), limit: limit + 1 });
      const page = toPage(
        rows,
        limit,
        ({ sequence }) => sequence,
        ({ conversation }) => conversation,
      );
      return { status: 200, body: page };
    }),
    route(readConversation, async ({ user, params }) => ({
      status: 200,
      body: await owned(user.id, params.conversation_id),
    })),
    route(listMessages, async ({ user, params, query: { after_seq, limit } }) => {
      const { id } = await owned(user.id, params.conversation_id);
      const rows = await store.listMessages(id, after_seq, limit + 1);
      const page = toPage(
        rows,
        limit,
        ({ seq }) => seq,
        (message) => message,
      );
      return { status: 200, body: page };
    }),
  ];
}

function found<T>(value: T | null): T {
  if (value !== null) return value;
  throw new AppError('not_found', 'That conversation was not found.');
}
