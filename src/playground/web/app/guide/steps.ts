import type { SeenChannel, SeenMessage, WalletLook } from '../../../actor/client.js';
import { flatten, readableText } from '../../../actor/component.js';
import type { TextKey } from '../copy/texts.js';
import type { CommandDraft } from '../draft.js';

/** Facts visible to a member that show their progress. Only ids, files and addresses count, not wording. */
export type Facts = {
  memberId: string;
  /** Messages of applications to this member, oldest first. */
  told: readonly SeenMessage[];
  channels: readonly SeenChannel[];
  wallet: WalletLook | null;
};

/** Texts without arguments. */
type PlainKey = Extract<TextKey, `playground.guide.${'link' | 'buy' | 'rig' | 'talk'}.${string}`>;

export type GuideStep = {
  title: 'link' | 'buy' | 'rig' | 'talk';
  channel: string;
  draft: CommandDraft;
  isDone(facts: Facts): boolean;
  /** The next action. */
  hint(facts: Facts): PlainKey;
};

/** Matches an address or signature as cards shorten it. */
const short = (full: string) => new RegExp(`${full.slice(0, 4)}.{1,3}${full.slice(-4)}`);

const customIds = ({ components }: SeenMessage): string[] =>
  flatten(components).flatMap((part) =>
    typeof part.custom_id === 'string' && part.disabled !== true ? [part.custom_id] : [],
  );

/** The newest answer to this member with a control of this command and action. */
const offer = ({ told, memberId }: Facts, action: string): SeenMessage | undefined =>
  told.findLast((message) => customIds(message).some((id) => id.startsWith(`${action}:${memberId}:`)));

const raw = (message: SeenMessage): string => JSON.stringify([message.components, message.embeds]);

/** The newest message about the wallet's address does not report that it was unlinked. */
function isLinked(facts: Facts): boolean {
  const { wallet, told } = facts;
  const word = wallet && told.findLast((message) => short(wallet.address).test(readableText(message)));
  return (word && word.interaction?.command !== 'unlink') || offer(facts, 'buy:check') !== undefined;
}

/** A card shows a payment of this wallet and has nothing left to press for it: to share the purchase comes after it. */
function hasCredits({ wallet, told }: Facts): boolean {
  const paid = wallet?.requests.flatMap(({ signature }) => (signature ? [short(signature)] : [])) ?? [];
  return told.some(
    (message) =>
      paid.some((signature) => signature.test(readableText(message))) &&
      !customIds(message).some((id) => id.startsWith('buy:') && !id.startsWith('buy:share:')),
  );
}

const hasModel = ({ told }: Facts): boolean =>
  told.some(
    (message) =>
      message.attachments.some(({ name }) => name.endsWith('.glb')) || /\.glb\b/.test(raw(message)),
  );

/** A thread was opened for them: a message links it, or its talk contains their id. */
const hasTalk = ({ told, channels, memberId }: Facts): boolean => {
  const threads = channels.filter(({ kind }) => kind.endsWith('thread'));
  return told.some(
    (message) =>
      threads.some(({ id }) => readableText(message).includes(`<#${id}>`)) ||
      readableText(message).includes(`<@${memberId}> asks`),
  );
};

/** What a member has done already. */
export const guideProgress = (facts: Facts) => ({
  isLinked: isLinked(facts),
  hasCharacter: hasModel(facts),
});

export const steps: GuideStep[] = [
  {
    title: 'link',
    channel: 'welcome',
    draft: { command: 'link' },
    isDone: isLinked,
    hint: (facts) =>
      offer(facts, 'link:code') ? 'playground.guide.link.code' : 'playground.guide.link.start',
  },
  {
    title: 'buy',
    channel: 'welcome',
    draft: { command: 'buy' },
    isDone: hasCredits,
    hint(facts) {
      const card = offer(facts, 'buy:check');
      if (card && /solana:/.test(readableText(card))) return 'playground.guide.buy.scan';
      if (card) return 'playground.guide.buy.wait';
      if (offer(facts, 'buy:pick')) return 'playground.guide.buy.pick';
      return 'playground.guide.buy.start';
    },
  },
  {
    title: 'rig',
    channel: 'rigs',
    draft: {
      command: 'rig text',
      values: { prompt: 'a brave red fox knight with a blue scarf and a golden crown' },
    },
    isDone: hasModel,
    hint: (facts) =>
      offer(facts, 'rig:cancel') ? 'playground.guide.rig.wait' : 'playground.guide.rig.start',
  },
  {
    title: 'talk',
    channel: 'agent',
    draft: { command: 'talk start', values: { message: 'How many credits do I have?' } },
    isDone: hasTalk,
    hint: () => 'playground.guide.talk.start',
  },
];

/** Whether an application sent this to one member, privately or in public. */
export const isTold =
  (memberId: string) =>
  (message: SeenMessage): boolean =>
    message.author.bot &&
    (message.ephemeral ||
      message.interaction?.member_id === memberId ||
      message.content.includes(memberId) ||
      raw(message).includes(memberId));
