import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Card } from '../src/bot/cards/card.js';
import type { Command } from '../src/bot/command.js';
import type { Flows } from '../src/bot/features.js';
import { missingPermissions, type PermissionName } from '../src/bot/permissions.js';
import { approvedCard, type ProposalView, proposalCard } from '../src/bot/talk/cards/proposal.js';
import { replyForm, threadCard } from '../src/bot/talk/cards/talk.js';
import {
  answerFilesCard,
  answeringCard,
  endedCard,
  sentCard,
  stoppedCard,
  takenUpCard,
  talksCard,
  versionCard,
} from '../src/bot/talk/cards/talks.js';
import { runningCard } from '../src/bot/talk/cards/tool.js';
import { currency } from '../src/contract/payments.js';
import { reason } from '../src/copy/reason.js';
import { placeOf, purchaseAnswer } from './purchase-answer.js';

type Channel = { id: string; isThread(): boolean; parentId?: string | null } | null;

/** The channel for a new thread: the parent channel when the command was used inside a thread. */
export const channelFor = (channel: Channel, fallback: string): string =>
  channel?.isThread() ? (channel.parentId ?? fallback) : fallback;

/** Permissions the bot needs to open a conversation thread in a channel. */
export const threadNeeds = (isPrivate: boolean): PermissionName[] => [
  isPrivate ? 'CreatePrivateThreads' : 'CreatePublicThreads',
  'SendMessagesInThreads',
];

/** Parses `thread/run`, the argument of a button below an answer. */
function answerOf(argument: string): { threadId: string; run?: string } {
  const [threadId = '', run] = argument.split('/');
  return { threadId, ...(run && { run }) };
}

/** The number in `thread/run/number`. */
const numberIn = (argument: string): number => Number(argument.split('/')[2]) || 1;

/** In the language of the thread, because all its members see the card. */
const shownProposal = (view: ProposalView, flows: Flows): Card =>
  proposalCard(view, flows.language.ofChannel(view.talk.locale));

/** The buttons in conversation threads and lists, and the Reply form. */
export const talkButtons = {
  reply: {
    acknowledge: 'form',
    async form({ member, argument, flows, t }) {
      await flows.talk.checkSpeaker(member.id, argument);
      return replyForm(argument, member.id, t);
    },
  },
  say: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows, t }) {
      if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
      const text = interaction.fields.getTextInputValue('text');
      const files = [...(interaction.fields.getUploadedFiles('files')?.values() ?? [])].map(attached);
      return sentCard(await flows.talk.reply(member, argument, { text, files }, interaction.id), t);
    },
  },
  retry: {
    acknowledge: 'private',
    async run({ member, argument, flows, t }) {
      await flows.talk.retry({ memberId: member.id, ...answerOf(argument) });
      return answeringCard('asked_again', t);
    },
  },
  again: {
    acknowledge: 'private',
    async run({ member, argument, flows, t }) {
      await flows.talk.regenerate({ memberId: member.id, ...answerOf(argument) });
      return answeringCard('asked_again', t);
    },
  },
  version: {
    acknowledge: 'private',
    async run({ member, argument, flows, t }) {
      const press = { memberId: member.id, ...answerOf(argument) };
      return versionCard(await flows.talk.chooseVersion(press, numberIn(argument)), t);
    },
  },
  branch: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows, t }) {
      const press = { memberId: member.id, ...answerOf(argument) };
      return threadCard(await flows.talk.branch(press, interaction.id), t);
    },
  },
  'go-on': {
    acknowledge: 'private',
    async run({ member, argument, flows, t }) {
      await flows.talk.goOn({ memberId: member.id, ...answerOf(argument) });
      return answeringCard('continuing', t);
    },
  },
  files: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) =>
      answerFilesCard(await flows.talk.answerFiles({ memberId: member.id, ...answerOf(argument) }), t),
  },
  stop: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) => stoppedCard(await flows.talk.stop(member.id, argument), t),
  },
  page: {
    acknowledge: 'update',
    run: async ({ member, argument, flows, t }) =>
      talksCard(await flows.talk.list(member.id, Number(argument)), member.id, t),
  },
  'take-up': {
    acknowledge: 'private',
    async run({ interaction, member, place, argument, flows, t }) {
      const at = {
        guildId: place.guildId,
        channelId: channelFor(interaction.channel, place.channelId),
        locale: place.locale,
        isNew: false,
        missing: missingPermissions(interaction.appPermissions, threadNeeds(false)),
      };
      return takenUpCard(await flows.talk.takeUp(member.id, argument, at), t);
    },
  },
  end: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) => endedCard(await flows.talk.end(member.id, argument), t),
  },
  /** The buttons on proposal cards; the flow refuses members who may not pay. */
  make: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) =>
      approvedCard(await flows.talk.make(member.id, argument), t),
  },
  run: {
    acknowledge: 'private',
    async run({ member, argument, flows, t }) {
      await flows.talk.runTool(member.id, argument);
      return runningCard(t);
    },
  },
  decline: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) =>
      shownProposal(await flows.talk.decline(member.id, argument), flows),
  },
  pay: {
    acknowledge: 'private',
    isLive: true,
    async run(request) {
      const { member, argument, flows } = request;
      const [unit, id = ''] = argument.split('/');
      const asked = currency.safeParse(unit);
      if (!asked.success) throw new AppError('invalid_request', reason('talk.error.currency'));
      const bought = flows.talk.topUp(member.id, { id, currency: asked.data }, (order, key) =>
        flows.purchase.start(member, placeOf(request), order, key),
      );
      return purchaseAnswer(await bought, request);
    },
  },
} satisfies Command['components'];
