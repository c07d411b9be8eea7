import { ComponentType, TextInputStyle } from 'discord.js';
import type { AnswerPrice } from '../../../contract/agent-shapes.js';
import type { Message } from '../../../contract/agents.js';
import type { Translate } from '../../../copy/translate.js';
import {
  actions,
  button,
  type Card,
  card,
  finePrint,
  note,
  type Row,
  row,
  text,
  type Words,
} from '../../cards/card.js';
import type { Form } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { clip, plain } from '../../text.js';
import { channelIn } from '../spot.js';
import type { KeptTalk, Payer, Speakers, Talk } from '../talk.js';
import { isOver, runTag, type TalkView } from '../view.js';

/** One message of an answer; the last one carries the buttons. */
export function answerWords(
  content: string,
  { talk, view, last }: { talk: Pick<Talk, 'threadId'>; view: TalkView; last: boolean },
  t: Translate,
): Words {
  if (!last || view.phase === 'ended') return { content };
  const { threadId } = talk;
  if (!isOver(view)) {
    const stop = press(t('talk.answer.stop.button'), 'stop', threadId, 'danger');
    return { content, components: [row(stop)] };
  }
  const here = `${threadId}/${runTag(view.runId ?? '')}`;
  // The service keeps no answer that was stopped before its first word, so there is nothing to continue.
  const isPartial = view.isCut || (view.phase === 'canceled' && view.text !== '');
  const buttons = actions(
    view.error?.retryable === true && press(t('talk.answer.retry.button'), 'retry', here, 'primary'),
    isPartial && press(t('talk.answer.continue.button'), 'go-on', here, 'primary'),
    press(t('talk.answer.reply.button'), 'reply', threadId),
    view.error === null && press(t('talk.answer.regenerate.button'), 'again', here),
    view.error === null && press(t('talk.answer.branch.button'), 'branch', here),
  );
  const { at, of } = view.version ?? { at: 1, of: 1 };
  const versions = actions(
    at > 1 && press(t('talk.answer.earlier.button'), 'version', `${here}/${at - 1}`),
    at < of && press(t('talk.answer.later.button'), 'version', `${here}/${at + 1}`),
  );
  return { content, components: [buttons, versions].filter((row) => row !== null) };
}

/** For files that are too large to attach: their addresses are shown to the presser only. */
export const filesRow = ({ threadId }: Pick<Talk, 'threadId'>, view: TalkView, t: Translate): Row =>
  row(press(t('talk.answer.files.button'), 'files', `${threadId}/${runTag(view.runId ?? '')}`));

/** Open to anyone: the talk decides who may press, and that may change after the button is posted. */
const press = (
  label: string,
  action: string,
  argument: string,
  look: 'danger' | 'primary' | 'secondary' = 'secondary',
) => button(label, `talk:${action}`, '*', argument, look);

/** Threads where the bot could not post an answer. */
export const unshownCard = (talks: readonly Pick<Talk, 'threadId' | 'trouble'>[], t: Translate): Card =>
  note(
    t('talk.unshown.title'),
    talks
      .flatMap(({ threadId, trouble }) =>
        trouble ? [t(`talk.unshown.${trouble}`, { thread: `<#${channelIn(threadId)}>` })] : [],
      )
      .join('\n'),
    'bad',
  );

const longestQuote = 1800;

const quoted = (said: string, files: readonly string[]): string =>
  [
    said.trim() && `>>> ${clip(plain(said), longestQuote)}`,
    ...files.slice(0, 10).map((name) => `📎 ${plain(clip(name, 80))}`),
  ]
    .filter(Boolean)
    .join('\n');

/** Who may speak to the agent and who pays. */
export const termsOf = (
  { memberId, speakers, payer }: Pick<KeptTalk, 'memberId' | 'speakers' | 'payer'>,
  t: Translate,
): string => t('talk.terms', { owner: `<@${memberId}>`, speakers, payer });

/** What answers cost; null where the service doesn't say. */
function priceLine(price: AnswerPrice | null | undefined, t: Translate): string | null {
  if (price === undefined) return null;
  if (price === null) return t('talk.opening.free');
  return t('talk.opening.price', { price: price.credits_per_1000_tokens, most: price.max_credits });
}

/** The first message of a thread: the question, who may speak, and how to continue. */
export function openingCard(
  opened: {
    memberId: string;
    text: string;
    files: readonly string[];
    speakers: Speakers;
    payer: Payer;
    readMessages: boolean;
    /** Of answers; undefined where the service doesn't say. */
    price?: AnswerPrice | null | undefined;
    /** The author of the message the question is about. */
    author?: string;
  },
  t: Translate,
): Card {
  const { memberId, speakers, readMessages, author } = opened;
  const member = `<@${memberId}>`;
  const asks = author
    ? t('talk.opening.asks_about', { member, author: `<@${author}>` })
    : t('talk.opening.asks', { member });
  return card('neutral', [
    text(asks, quoted(opened.text, opened.files)),
    finePrint(
      t(readMessages ? 'talk.opening.write' : 'talk.opening.mention'),
      termsOf(opened, t),
      priceLine(opened.price, t),
      speakers === 'owner' ? null : t('talk.opening.guests'),
    ),
  ]);
}

/** The first message of a thread that continues an earlier conversation. */
export function resumedCard(
  { memberId, title }: Pick<KeptTalk, 'memberId' | 'title'>,
  last: readonly Pick<Message, 'role' | 'content'>[],
  t: Translate,
): Card {
  const member = `<@${memberId}>`;
  const lines = last.map(({ role, content }) => {
    const key = role === 'user' ? 'talk.resume.notice.asked' : 'talk.resume.notice.answered';
    return t(key, { text: clip(plain(content), 700) });
  });
  return card('neutral', [
    text(
      title
        ? t('talk.resume.notice.title', { member, name: plain(clip(title, 100)) })
        : t('talk.resume.notice.untitled', { member }),
    ),
    lines.length > 0 ? text(...lines) : null,
    finePrint(t('talk.resume.notice.memory')),
  ]);
}

/** A message from the Reply form, posted in the thread for everyone. */
export const saidWords = (
  memberId: string,
  { text: said, files }: { text: string; files: readonly string[] },
): Words => ({ content: `<@${memberId}>:\n${quoted(said, files)}` });

/** One line in small print. */
export const hintWords = (sentence: string): Words => ({ content: `-# ${sentence}` });

/** Queued messages were dropped after a stop, or because the first one was refused. */
export const droppedWords = (count: number, t: Translate): Words => hintWords(t('talk.dropped', { count }));

export const endedWords = (memberId: string, t: Translate): Words =>
  hintWords(t('talk.end.notice', { member: `<@${memberId}>` }));

export const threadCard = (threadId: string, t: Translate): Card =>
  note(t('talk.start.card.title'), t('talk.start.card.body', { thread: `<#${threadId}>` }));

const mostFiles = 10;

/** A form for servers where the bot cannot read messages, and for long messages. */
export const replyForm = (threadId: string, owner: string, t: Translate): Form => ({
  custom_id: encodeCustomId({ command: 'talk', action: 'say', owner, argument: threadId }),
  title: t('talk.reply.form.title'),
  components: [
    {
      type: ComponentType.Label,
      label: t('talk.reply.form.message.label'),
      component: {
        type: ComponentType.TextInput,
        custom_id: 'text',
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: 4000,
      },
    },
    {
      type: ComponentType.Label,
      label: t('talk.reply.form.files.label'),
      description: t('talk.reply.form.files.hint'),
      component: {
        type: ComponentType.FileUpload,
        custom_id: 'files',
        required: false,
        min_values: 0,
        max_values: mostFiles,
      },
    },
  ],
});
