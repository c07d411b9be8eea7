import { Routes } from 'discord.js';
import { defaultLocale } from '../../copy/copy.js';
import { createFetchAttachment } from '../attachment.js';
import type { BotContext } from '../context.js';
import type { Messenger } from '../delivery/messenger.js';
import type { BotFeature } from '../feature.js';
import { createAccess } from './access.js';
import { unshownCard } from './cards/talk.js';
import { createChannel } from './channel.js';
import { createAnswerFiles } from './files.js';
import { createTalkFlow } from './flow.js';
import { createIdleRound, idleRoundMs } from './idle.js';
import { createIntake } from './intake.js';
import { createListener } from './listener.js';
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
    gateway: createListener({ talk, selfId: context.discord.selfId, log: context.log }),
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
