import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import {
  cancelRun,
  closeConversation,
  continueAnswer,
  createConversation,
  listConversations,
  listMessages,
  postMessage,
  readConversation,
  regenerateAnswer,
  renameConversation,
  reopenConversation,
} from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { acceptProposal, dismissProposal, listProposals, readProposal } from '../../contract/proposals.js';
import { type Route, route } from '../feature.js';
import { readCursor, toPage } from '../page.js';
import type { Accepted } from './acceptance.js';
import type { Asking, StartedRun } from './asking.js';
import type { Conversations } from './conversations.js';
import type { AgentProposals } from './proposals.js';
import type { ConversationTranscript } from './transcript.js';

export type AgentRoutesDeps = {
  db: Database;
  conversations: Conversations;
  asking: Asking;
  transcript: ConversationTranscript;
  proposals: AgentProposals;
  accept: (userId: string, conversationId: string, id: string) => Promise<Accepted>;
  /** Called when there is a new run. */
  wake: () => void;
  /** Called when a run was ended from outside the runner. */
  abandon: (runId: string) => void;
  tell: (event: AgentEvent) => void;
};

/** Larger than usual, because text files are sent inside the message. */
const messageBodyBytes = 1_500_000;

export function agentRoutes(deps: AgentRoutesDeps): Route[] {
  return [...conversationRoutes(deps), ...runRoutes(deps), ...proposalRoutes(deps)];
}

function conversationRoutes({ conversations, transcript, abandon, tell }: AgentRoutesDeps): Route[] {
  return [
    route(createConversation, async ({ user, body: { title = null, metadata = {} }, remember }) => ({
      status: 201,
      body: await conversations.open(user.id, { title, metadata }, (t, body) =>
        remember(t, { status: 201, body }),
      ),
    })),
    route(listConversations, async ({ user, query: { cursor, limit, status } }) => {
      const page = { before: readCursor(cursor), limit: limit + 1, ...(status && { status }) };
      const rows = await conversations.list(user.id, page);
      const body = toPage(
        rows,
        limit,
        ({ sequence }) => sequence,
        ({ conversation }) => conversation,
      );
      return { status: 200, body };
    }),
    route(readConversation, async ({ user, params }) => ({
      status: 200,
      body: found(await conversations.find(user.id, params.conversation_id)),
    })),
    route(renameConversation, async ({ user, params, body }) => ({
      status: 200,
      body: await conversations.rename(user.id, params.conversation_id, body.title),
    })),
    route(closeConversation, async ({ user, params }) => {
      const { conversation, stopped, events } = await conversations.close(user.id, params.conversation_id);
      if (stopped) abandon(stopped);
      for (const event of events) tell(event);
      return { status: 200, body: conversation };
    }),
    route(reopenConversation, async ({ user, params }) => ({
      status: 200,
      body: await conversations.reopen(user.id, params.conversation_id),
    })),
    route(listMessages, async ({ user, params, query: { after_seq, limit } }) => {
      const { id } = found(await conversations.find(user.id, params.conversation_id));
      const rows = await transcript.listMessages(id, after_seq, limit + 1);
      const body = toPage(
        rows,
        limit,
        ({ seq }) => seq,
        (message) => message,
      );
      return { status: 200, body };
    }),
  ];
}

function runRoutes({ asking, wake, abandon, tell }: AgentRoutesDeps): Route[] {
  const begun = async (begin: Promise<StartedRun>) => {
    const body = await begin;
    wake();
    return { status: 202, body } as const;
  };
  return [
    route(
      postMessage,
      ({ user, params, body }) => begun(asking.post(user.id, params.conversation_id, body)),
      {
        bodyLimitBytes: messageBodyBytes,
      },
    ),
    route(regenerateAnswer, ({ user, params, body }) =>
      begun(asking.regenerate(user.id, params.conversation_id, body.client_message_id)),
    ),
    route(continueAnswer, ({ user, params, body }) =>
      begun(asking.goOn(user.id, params.conversation_id, body.client_message_id)),
    ),
    route(cancelRun, async ({ user, params }) => {
      const ended = found(await asking.cancel(user.id, params.conversation_id, params.run_id));
      if (ended.event) {
        abandon(params.run_id);
        tell(ended.event);
      }
      return { status: 200, body: ended.run };
    }),
  ];
}

function proposalRoutes({ db, conversations, proposals, accept, tell }: AgentRoutesDeps): Route[] {
  const read = async (userId: string, conversationId: string, id: string) => {
    const kept = await proposals.find(db, userId, conversationId, id);
    if (kept) return kept.proposal;
    throw new AppError('not_found', "We couldn't find that proposal. Ask the agent for a new one.");
  };
  return [
    route(listProposals, async ({ user, params, query: { cursor, limit } }) => {
      const { id } = found(await conversations.find(user.id, params.conversation_id));
      const rows = await proposals.list(db, id, { before: readCursor(cursor), limit: limit + 1 });
      const body = toPage(
        rows,
        limit,
        ({ sequence }) => sequence,
        ({ proposal }) => proposal,
      );
      return { status: 200, body };
    }),
    route(readProposal, async ({ user, params }) => ({
      status: 200,
      body: await read(user.id, params.conversation_id, params.proposal_id),
    })),
    route(acceptProposal, async ({ user, params }) => ({
      status: 200,
      body: await accept(user.id, params.conversation_id, params.proposal_id),
    })),
    route(dismissProposal, async ({ user, params }) => {
      const { id } = await read(user.id, params.conversation_id, params.proposal_id);
      const event = await db.transaction((t) => proposals.decide(t, id, 'dismissed'));
      if (event) tell(event);
      return { status: 200, body: await read(user.id, params.conversation_id, id) };
    }),
  ];
}

function found<T>(value: T | null): T {
  if (value !== null) return value;
  throw new AppError('not_found', "We couldn't find that conversation. Start a new one with /talk start.");
}
