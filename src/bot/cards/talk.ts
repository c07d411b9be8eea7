import { TextInputStyle } from 'discord.js';
import { encodeCustomId } from '../custom-id.js';
import type { Talk } from '../talk/store.js';
import { isOver, type TalkView } from '../talk/view.js';
import { clip, plain } from '../text.js';
import { actions, button, type Card, card, finePrint, note, row, text, type Words } from './card.js';
import { type Form, textForm } from './form.js';

/** One message of an answer; the last carries the buttons while there is something to press for. */
export function answerWords(
  content: string,
  { talk, view, last }: { talk: Talk; view: TalkView; last: boolean },
): Words {
  if (!last || view.phase === 'ended') return { content };
  const { memberId, threadId } = talk;
  const stop = button('Stop', 'talk:stop', memberId, threadId, 'danger');
  const retry =
    view.error?.retryable === true && button('Try again', 'talk:retry', memberId, threadId, 'primary');
  const buttons = isOver(view)
    ? actions(retry, button('Reply', 'talk:reply', memberId, threadId))
    : row(stop);
  return { content, components: buttons ? [buttons] : [] };
}

/** Threads the bot could not write an answer to. */
export const unshownCard = (talks: readonly Pick<Talk, 'threadId' | 'trouble'>[]): Card =>
  note(
    'An answer could not be shown',
    talks
      .map(({ threadId, trouble }) =>
        trouble === 'locked'
          ? `<#${threadId}> is archived and locked. Ask a moderator to open it.`
          : `I may not write in <#${threadId}> any more. Ask a moderator to let me.`,
      )
      .concat('Nothing is lost: the answer comes as soon as I can write there.')
      .join('\n'),
    'bad',
  );

const longestQuote = 1800;

/** The first message of a thread: what it began with, and how to go on. */
export const openingCard = (memberId: string, asked: string): Card =>
  card('neutral', [
    text(`<@${memberId}> asks:`, `>>> ${clip(plain(asked), longestQuote)}`),
    finePrint('Write in this thread to go on · say `stop` to stop an answer'),
  ]);

/** What a member said by the Reply form, where others see it. */
export const saidWords = (memberId: string, said: string): Words => ({
  content: `<@${memberId}>:\n>>> ${clip(plain(said), longestQuote)}`,
});

export const threadCard = (threadId: string): Card =>
  note(
    'Your talk is open',
    `Go on in <#${threadId}>. Write there as you would to a friend; say \`stop\` to stop an answer.`,
  );

/** For servers in which the bot may not read messages: a form to write in. */
export const replyForm = (threadId: string, owner: string): Form =>
  textForm('Say something to the agent', {
    id: encodeCustomId({ command: 'talk', action: 'say', owner, argument: threadId }),
    name: 'text',
    label: 'Your message',
    style: TextInputStyle.Paragraph,
    max_length: 2000,
  });
