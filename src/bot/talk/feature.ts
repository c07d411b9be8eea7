import { type Message, Routes } from 'discord.js';
import { asRequest } from '../../base/request-id.js';
import { defaultLocale } from '../../copy/copy.js';
import { createFetchAttachment } from '../attachment.js';
import type { BotContext } from '../context.js';
import type { Messenger } from '../delivery/messenger.js';
import type { BotFeature, GatewayHandlers } from '../feature.js';
import { isAddressed, isSaid, uploadLimitIn } from '../gateway/client.js';
import { createAccess } from './access.js';
import type { Addressed } from './addressed.js';
import { unshownCard } from './cards/talk.js';
import { createChannel } from './channel.js';
import { createAnswerFiles } from './files.js';
import { createTalkFlow } from './flow.js';
import { createIdleRound, idleRoundMs } from './idle.js';
import { createIntake, type Said } from './intake.js';
import { createProposals, type ShowRig } from './proposals.js';
import { createRelay } from './relay.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import { createTalkStores } from './stores.js';
import { createThreads } from './threads.js';
import { createTroubleNotice } from './trouble.js';
import { createTyping } from './typing.js';

/** The limit for all files of an answer together, bytes; below every Discord limit. */
const answerFileBytes = 8_000_000;

/** Conversations with the agent in threads: permissions, messages, proposals and answers. */
export function createTalkFeature(context: BotContext) {
  const { sendDirect, languages, clock } = context;
  const { talk, relay, proposals, stores, threads } = createConversations(context);
  const rest = createIdleRound({
    store: stores.talks,
    threads,
    idleMs: context.config.talkIdleMs,
    ...context,
  });
  const { troubles, participants, waiting, proposed, keeper } = stores;
  return {
    flows: { talk },
    commands: ['talk', 'Ask the agent about this'],
    keepers: { talk_guests: participants, talk_waiting: waiting, talk_proposals: proposed, talks: keeper },
    outbox: {
      proposal: { deliver: proposals.deliverProposal },
      talk_trouble: { deliver: createTroubleNotice({ troubles, sendDirect, languages, clock }) },
    },
    gateway: createListener(context, talk),
    rounds: [{ name: 'idle conversations', everyMs: idleRoundMs, round: rest }],
    hooks: {
      onLinked: async (memberId) => relay.listenAgain(memberId),
      onWalletChanged: talk.endAll,
      onLeaving: talk.endAll,
      onAccessBack: async (isBack) => relay.retryRefused(isBack),
      async pendingNotices(memberId) {
        const unshown = await troubles.pendingOf(memberId);
        if (unshown.length === 0) return [];
        const card = unshownCard(unshown, await languages.ofMember(memberId));
        const noteNotified = async () => {
          for (const trouble of unshown) {
            await troubles.noteNotified(trouble);
            relay.retry(trouble.threadId);
          }
        };
        return [{ card, noteNotified }];
      },
    },
    resume: talk.resume,
    leave: relay.leave,
    drop: () => void relay.leave(() => true),
    async stop() {
      await talk.close();
      await relay.stop();
    },
  } satisfies BotFeature;
}

/** Forwards messages of people in threads, and what becomes of them while they wait. */
const createListener = (
  { log, discord: { selfId } }: BotContext,
  talk: Pick<ReturnType<typeof createTalkFlow>, 'onMessage' | 'onEdit' | 'onAddressed'>,
): GatewayHandlers => ({
  messageCreate(message) {
    const answer = async () => {
      const isTaken = isSaid(message) && (await talk.onMessage(saidIn(message)));
      if (!isTaken && isAddressed(message, selfId())) await talk.onAddressed(addressedIn(message));
    };
    void asRequest(`req_${message.id}`, () =>
      answer().catch((error) =>
        log.error({ err: error, thread: message.channelId }, 'message not forwarded to the agent'),
      ),
    );
  },
  messageUpdate(_, message) {
    if (!message.partial && isSaid(message)) void talk.onEdit(placeOf(message), saidIn(message));
  },
  messageDelete(message) {
    if (message.channel.isThread()) void talk.onEdit(placeOf(message), null);
  },
});

const placeOf = ({ id, channelId }: Pick<Message, 'id' | 'channelId'>) => ({
  threadId: channelId,
  messageId: id,
});

function saidIn(message: Message): Said {
  const { id: messageId, channelId: threadId, author, member, content: text } = message;
  const authorName = member?.displayName ?? author.displayName;
  const files = message.attachments.map(({ url, name, size, contentType }) => ({
    url,
    name,
    size,
    contentType,
  }));
  return { threadId, messageId, authorId: author.id, authorName, text, files };
}

const addressedIn = (message: Message): Addressed => ({
  ...saidIn(message),
  guildId: message.guildId,
  isInThread: message.channel.isThread(),
  uploadLimit: uploadLimitIn(message.guild),
  locale: message.guild?.preferredLocale ?? null,
});

/** Messages of conversations that have no thread of their own go to their channel. */
const inSpots = (messenger: Messenger): Messenger => ({
  ...messenger,
  send: (threadId, ...rest) => messenger.send(channelIn(threadId), ...rest),
  deliver: (threadId, ...rest) => messenger.deliver(channelIn(threadId), ...rest),
  edit: (threadId, ...rest) => messenger.edit(channelIn(threadId), ...rest),
});

const showIn =
  ({ showGeneration }: Pick<BotContext['hooks'], 'showGeneration'>): ShowRig =>
  async (memberId, place, generation) =>
    void (await showGeneration(memberId, { ...place, threadId: channelIn(place.threadId) }, generation));

const threadsOf = ({ discord, clock, log }: BotContext, talks: Pick<TalkStore, 'findAny'>) =>
  createThreads({
    rest: discord.rest,
    selfId: discord.selfId,
    isBound: async (threadId) => (await talks.findAny(threadId)) !== null,
    clock,
    log,
  });

const intakeOf = ({ fileOrigins, sessions, languages, rules }: BotContext) =>
  createIntake({
    fetch: createFetchAttachment(fileOrigins),
    sessions,
    english: languages.ofChannel(defaultLocale),
    checkText: rules.checkText,
  });

const typingOf = ({ discord, pacer, clock, log }: BotContext) =>
  createTyping({
    type: (id) => discord.rest.post(Routes.channelTyping(channelIn(id))),
    pacer,
    clock,
    log,
  });

function createConversations(context: BotContext) {
  const { config, discord, served, http, sessions, events, pacer, hooks, languages, clock, log } = context;
  const messenger = inSpots(context.messenger);
  const { rest, selfId } = discord;
  const stores = createTalkStores(context);
  const { talks, settings, progress, troubles, participants, waiting, proposed } = stores;
  const access = createAccess({ store: talks, participants });
  const proposals = createProposals({
    store: proposed,
    talks,
    access,
    sessions,
    messenger,
    showRig: showIn(hooks),
    languages,
    rules: context.rules,
    clock,
    log,
  });
  const relay = createRelay({
    served,
    store: talks,
    progress,
    troubles,
    sessions,
    events,
    pacer,
    languages,
    clock,
    log,
    channel: createChannel(rest),
    showTyping: typingOf(context),
    filesOf: createAnswerFiles({ http, serviceUrl: config.serviceUrl, maxBytes: answerFileBytes }),
    async onEvent({ threadId }, event) {
      await proposals.onEvent(event);
      if (event.type === 'agent_complete' || event.type === 'agent_error') talk.next(threadId);
    },
  });
  const threads = threadsOf(context, talks);
  const talk = createTalkFlow({
    store: talks,
    settings,
    progress,
    participants,
    waiting,
    access,
    sessions,
    relay,
    messenger,
    proposals,
    clock,
    log,
    threads,
    intake: intakeOf(context),
    selfId,
    readMessages: config.readMessages,
    languages,
    server: { presence: context.discord.presence, rules: context.rules, settings: context.settings },
  });
  return { talk, relay, proposals, stores, threads };
}
