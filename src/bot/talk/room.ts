import type { REST } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Database } from '../../base/store.js';
import type { Events } from '../../client/events.js';
import type { Http } from '../../client/http.js';
import { createFetchAttachment } from '../attachment.js';
import type { Messenger } from '../messenger.js';
import type { OutboxStore } from '../outbox.js';
import type { Sessions } from '../session/flow.js';
import { createAccess } from './access.js';
import { createChannel } from './channel.js';
import { createAnswerFiles } from './files.js';
import { createTalkFlow } from './flow.js';
import { createGuestStore } from './guests.js';
import { createIntake } from './intake.js';
import type { Pacer } from './pacer.js';
import { createProposalStore } from './proposal-store.js';
import { createProposals, type ShowRig } from './proposals.js';
import { createRelay } from './relay.js';
import { createTalkStore } from './store.js';
import { createThreads } from './threads.js';
import { createWaitingStore } from './waiting.js';

/** The limit for all files of an answer together, bytes; below every Discord limit. */
const answerFileBytes = 8_000_000;

/** Wires up conversations: permissions, messages, proposals and rendering. */
export function createTalkRoom(deps: {
  db: Database;
  outbox: OutboxStore;
  rest: REST;
  http: Http;
  sessions: Sessions;
  events: Events;
  messenger: Messenger;
  pacer: Pacer;
  showRig: ShowRig;
  serviceUrl: string;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
  /** The bot's own user id, known after login. */
  selfId: () => string;
  readMessages: boolean;
  clock: Clock;
  log: Log;
}) {
  const { db, outbox, rest, http, sessions, events, messenger, pacer, showRig, clock, log } = deps;
  const { serviceUrl, fileOrigins, selfId, readMessages } = deps;
  const talks = createTalkStore({ db, clock, outbox });
  const guests = createGuestStore(db);
  const waiting = createWaitingStore(db);
  const access = createAccess({ store: talks, guests });
  const proposed = createProposalStore({ db, clock, outbox });
  const proposals = createProposals({
    store: proposed,
    talks,
    access,
    sessions,
    messenger,
    showRig,
    clock,
    log,
  });
  const relay = createRelay({
    store: talks,
    sessions,
    events,
    pacer,
    clock,
    log,
    channel: createChannel(rest),
    filesOf: createAnswerFiles({ http, serviceUrl, maxBytes: answerFileBytes }),
    onEvent({ threadId }, event) {
      proposals.hearProposal(event);
      if (event.type === 'agent_complete' || event.type === 'agent_error') talk.next(threadId);
    },
  });
  const talk = createTalkFlow({
    store: talks,
    guests,
    waiting,
    access,
    sessions,
    relay,
    messenger,
    proposals,
    clock,
    log,
    threads: createThreads({
      rest,
      selfId,
      isBound: async (threadId) => (await talks.findAny(threadId)) !== null,
      clock,
      log,
    }),
    intake: createIntake({ fetch: createFetchAttachment(fileOrigins), sessions }),
    selfId,
    readMessages,
  });
  return { talk, talks, guests, waiting, proposed, proposals, relay };
}
