import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import { note } from '../src/bot/cards/card.js';
import { proposalCard } from '../src/bot/cards/proposal.js';
import { purchaseCard } from '../src/bot/cards/purchase.js';
import { replyForm } from '../src/bot/cards/talk.js';
import { endedCard, takenUpCard, talksCard } from '../src/bot/cards/talks.js';
import type { Command } from '../src/bot/command.js';
import { missingPermissions, type PermissionName } from '../src/bot/permissions.js';
import type { Stopped } from '../src/bot/talk/flow.js';
import { currency } from '../src/contract/payments.js';

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

export const answering = note('Asked again', 'The agent will answer in the thread.');

export const goingOn = note('Continuing', 'The agent will continue in the thread.');

export function stopped({ wasRunning, dropped }: Stopped) {
  const forgotten = dropped > 0 ? ` Queued messages dropped: ${dropped}.` : '';
  return wasRunning || dropped > 0
    ? note('Stopping', `The agent will stop as soon as it can.${forgotten}`)
    : note('Nothing to stop', "The agent isn't answering there.");
}

/** The buttons in conversation threads and lists, and the Reply form. */
export const talkButtons = {
  reply: {
    acknowledge: 'form',
    async form({ member, argument, flows }) {
      await flows.talk.checkSpeaker(member.id, argument);
      return replyForm(argument, member.id);
    },
  },
  say: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows }) {
      if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
      const text = interaction.fields.getTextInputValue('text');
      const files = [...(interaction.fields.getUploadedFiles('files')?.values() ?? [])].map(attached);
      const said = await flows.talk.reply(member.id, argument, { text, files }, interaction.id);
      const when = said === 'waits' ? 'after its current answer' : 'in the thread';
      return note('Message sent', `The agent will answer ${when}.`);
    },
  },
  retry: {
    acknowledge: 'private',
    async run({ member, argument, flows }) {
      await flows.talk.retry({ memberId: member.id, ...answerOf(argument) });
      return answering;
    },
  },
  again: {
    acknowledge: 'private',
    async run({ member, argument, flows }) {
      await flows.talk.regenerate({ memberId: member.id, ...answerOf(argument) });
      return answering;
    },
  },
  'go-on': {
    acknowledge: 'private',
    async run({ member, argument, flows }) {
      await flows.talk.goOn({ memberId: member.id, ...answerOf(argument) });
      return goingOn;
    },
  },
  stop: {
    acknowledge: 'private',
    run: async ({ member, argument, flows }) => stopped(await flows.talk.stop(member.id, argument)),
  },
  page: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) =>
      talksCard(await flows.talk.list(member.id, Number(argument)), member.id),
  },
  'take-up': {
    acknowledge: 'private',
    async run({ interaction, member, place, argument, flows }) {
      const at = {
        channelId: channelFor(interaction.channel, place.channelId),
        isNew: false,
        missing: missingPermissions(interaction.appPermissions, threadNeeds(false)),
      };
      return takenUpCard(await flows.talk.takeUp(member.id, argument, at));
    },
  },
  end: {
    acknowledge: 'private',
    run: async ({ member, argument, flows }) => endedCard(await flows.talk.end(member.id, argument)),
  },
  /** The buttons on proposal cards; the flow refuses members who may not pay. */
  make: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) => proposalCard(await flows.talk.make(member.id, argument)),
  },
  decline: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) => proposalCard(await flows.talk.decline(member.id, argument)),
  },
  pay: {
    acknowledge: 'public',
    async run({ member, place, argument, flows }) {
      const [unit, id = ''] = argument.split('/');
      const asked = currency.safeParse(unit);
      if (!asked.success) throw new AppError('invalid_request', "That currency isn't accepted here.");
      const bought = flows.talk.topUp(member.id, { id, currency: asked.data }, (order, key) =>
        flows.purchase.start(member, place, order, key),
      );
      return purchaseCard(await bought);
    },
  },
} satisfies Command['components'];
