import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import {
  type Conversation,
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
import { type Route, route, type ServiceContext } from '../feature.js';
import { readCursor, toPage } from '../page.js';
import type { Accepted } from './acceptance.js';
import type { AdmitRun, Asking, StartedRun } from './asking.js';
import type { Conversations } from './conversations.js';
import type { AgentProposals } from './proposals.js';
import type { ConversationTranscript } from './transcript.js';
import type { Visitors } from './visitors.js';

export type AgentRoutesDeps = Pick<ServiceContext, 'limits'> & {
  db: Database;
  conversations: Conversations;
  asking: Asking;
  transcript: ConversationTranscript;
  visitors: Visitors;
  proposals: AgentProposals;
  accept: (asker: Asker, conversationId: string, id: string) => Promise<Accepted>;
  /** Called when there is a new run. */
  wake: () => void;
  /** Called when a run was ended from outside the runner. */
  abandon: (runId: string) => void;
  tell: (event: AgentEvent) => void;
};

type Asker = ReturnType<ServiceContext['limits']['askerOf']>;

/** Larger than usual, because text files are sent inside the message. */
const messageBodyBytes = 1_500_000;

export function agentRoutes(deps: AgentRoutesDeps): Route[] {
  return [...conversationRoutes(deps), ...runRoutes(deps), ...proposalRoutes(deps), deps.visitors.join];
}

function conversationRoutes(deps: AgentRoutesDeps): Route[] {
  const { db, limits, visitors, conversations, transcript, abandon, tell } = deps;
  return [
    route(
      createConversation,
      async ({ user, headers, body: { title = null, metadata = {}, place }, remember }) => {
        visitors.check(user.id);
        await limits.check(db, limits.askerOf({ user, headers }));
        const keep = (t: Transaction, body: Conversation) => remember(t, { status: 201, body });
        return {
          status: 201,
          body: await conversations.open(user.id, { title, metadata, ...(place && { place }) }, keep),
        };
      },
    ),
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

function runRoutes({ limits, visitors, asking, wake, abandon, tell }: AgentRoutesDeps): Route[] {
  const admit = (call: Parameters<typeof limits.askerOf>[0]): AdmitRun => {
    const asker = limits.askerOf(call);
    return async (t, runId, held) => {
      await limits.admit(t, asker, runId, { rigs: 0, credits: held > 0 ? 1 : 0, tokens: 1 });
      await visitors.admit(t, asker.userId, runId);
    };
  };
  const begun = async (begin: Promise<StartedRun>) => {
    const body = await begin;
    wake();
    return { status: 202, body } as const;
  };
  return [
    route(
      postMessage,
      (call) => begun(asking.post(call.user.id, call.params.conversation_id, call.body, admit(call))),
      {
        bodyLimitBytes: messageBodyBytes,
      },
    ),
    route(regenerateAnswer, (call) => {
      const { user, params, body } = call;
      return begun(asking.regenerate(user.id, params.conversation_id, body.client_message_id, admit(call)));
    }),
    route(continueAnswer, (call) => {
      const { user, params, body } = call;
      return begun(asking.goOn(user.id, params.conversation_id, body.client_message_id, admit(call)));
    }),
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

function proposalRoutes({ db, limits, conversations, proposals, accept, tell }: AgentRoutesDeps): Route[] {
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
    route(acceptProposal, async ({ user, headers, params }) => ({
      status: 200,
      body: await accept(limits.askerOf({ user, headers }), params.conversation_id, params.proposal_id),
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
