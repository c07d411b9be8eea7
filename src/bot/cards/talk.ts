import { ComponentType, TextInputStyle } from 'discord.js';
import type { Message } from '../../contract/agents.js';
import { encodeCustomId } from '../custom-id.js';
import type { KeptTalk, Payer, Speakers, Talk, Trouble } from '../talk/store.js';
import { isOver, runTag, type TalkView } from '../talk/view.js';
import { clip, plain } from '../text.js';
import { actions, button, type Card, card, finePrint, note, row, text, type Words } from './card.js';
import type { Form } from './form.js';

/** One message of an answer; the last one carries the buttons. */
export function answerWords(
  content: string,
  { talk, view, last }: { talk: Talk; view: TalkView; last: boolean },
): Words {
  if (!last || view.phase === 'ended') return { content };
  const { threadId } = talk;
  if (!isOver(view)) return { content, components: [row(press('Stop', 'stop', threadId, 'danger'))] };
  const here = `${threadId}/${runTag(view.runId ?? '')}`;
  const isPartial = view.isCut || view.phase === 'canceled';
  const buttons = actions(
    view.error?.retryable === true && press('Try again', 'retry', here, 'primary'),
    isPartial && press('Continue', 'go-on', here, 'primary'),
    press('Reply', 'reply', threadId),
    view.error === null && press('Regenerate', 'again', here),
  );
  return { content, components: buttons ? [buttons] : [] };
}

/** Open to anyone: the talk decides who may press, and that may change after the button is posted. */
const press = (
  label: string,
  action: string,
  argument: string,
  look: 'danger' | 'primary' | 'secondary' = 'secondary',
) => button(label, `talk:${action}`, '*', argument, look);

const troubles: Readonly<Record<Trouble, (thread: string) => string>> = {
  denied: (thread) =>
    `I can't post in ${thread} anymore. Ask a moderator to allow it; I'll post the answer as soon as I can.`,
  removed: (thread) =>
    `My answer in ${thread} was deleted several times, so I stopped posting it. You can still get it with \`/talk export\`.`,
  locked: (thread) =>
    `A moderator locked ${thread}, so your conversation there has ended. Nothing is lost: \`/talk resume\` continues it in a new thread.`,
  gone: (thread) =>
    `The thread of your conversation (${thread}) was deleted, so the conversation has ended. Nothing is lost: \`/talk resume\` continues it in a new thread.`,
};

/** Threads where the bot could not post an answer. */
export const unshownCard = (talks: readonly Pick<Talk, 'threadId' | 'trouble'>[]): Card =>
  note(
    "An answer couldn't be shown",
    talks
      .flatMap(({ threadId, trouble }) => (trouble ? [troubles[trouble](`<#${threadId}>`)] : []))
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

export const whoSpeaks = (memberId: string, speakers: Speakers): string =>
  ({
    owner: `Only <@${memberId}> can talk to the agent here`,
    named: `<@${memberId}> and people they add can talk to the agent here`,
    everybody: 'Everyone can talk to the agent here',
  })[speakers];

export const whoPays = (memberId: string, payer: Payer): string =>
  payer === 'owner'
    ? `<@${memberId}> pays for everything`
    : `<@${memberId}> pays for answers, and whoever approves a proposal pays for it`;

/** The first message of a thread: the question, who may speak, and how to continue. */
export function openingCard(opened: {
  memberId: string;
  text: string;
  files: readonly string[];
  speakers: Speakers;
  payer: Payer;
  readMessages: boolean;
  /** The author of the message the question is about. */
  author?: string;
}): Card {
  const { memberId, speakers, payer, readMessages, author } = opened;
  const about = author ? ` about a message from <@${author}>` : '';
  const goOn = readMessages ? 'Write in this thread to continue' : 'Mention me or press Reply to continue';
  return card('neutral', [
    text(`<@${memberId}> asks${about}:`, quoted(opened.text, opened.files)),
    finePrint(
      `${goOn} · say \`stop\` to stop an answer`,
      `${whoSpeaks(memberId, speakers)}; ${whoPays(memberId, payer)}`,
      speakers === 'owner' ? null : "Guests can't see the owner's credits or rigs",
    ),
  ]);
}

/** The first message of a thread that continues an earlier conversation. */
export const resumedCard = (
  { memberId, title }: Pick<KeptTalk, 'memberId' | 'title'>,
  last: readonly Pick<Message, 'role' | 'content'>[],
): Card =>
  card('neutral', [
    text(`<@${memberId}> resumed **${plain(clip(title || 'a conversation', 100))}**.`),
    last.length > 0
      ? text(
          ...last.map(
            ({ role, content }) =>
              `**${role === 'user' ? 'Asked' : 'Answered'}** ${clip(plain(content), 700)}`,
          ),
        )
      : null,
    finePrint('The agent remembers the earlier messages'),
  ]);

/** A message from the Reply form, posted in the thread for everyone. */
export const saidWords = (
  memberId: string,
  { text: said, files }: { text: string; files: readonly string[] },
): Words => ({ content: `<@${memberId}>:\n${quoted(said, files)}` });

/** One line in small print. */
export const hintWords = (sentence: string): Words => ({ content: `-# ${sentence}` });

/** Queued messages were dropped after a stop, or because the first one was refused. */
export const droppedWords = (count: number): Words =>
  hintWords(count === 1 ? 'Dropped 1 queued message.' : `Dropped ${count} queued messages.`);

export const endedWords = (memberId: string): Words =>
  hintWords(`<@${memberId}> ended this conversation. Use /talk resume to continue it.`);

export const threadCard = (threadId: string): Card =>
  note(
    'Conversation started',
    `Continue in <#${threadId}>. Write there as you would to a friend; say \`stop\` to stop an answer.`,
  );

const mostFiles = 10;

/** A form for servers where the bot cannot read messages, and for long messages. */
export const replyForm = (threadId: string, owner: string): Form => ({
  custom_id: encodeCustomId({ command: 'talk', action: 'say', owner, argument: threadId }),
  title: 'Message the agent',
  components: [
    {
      type: ComponentType.Label,
      label: 'Your message',
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
      label: 'Files',
      description: 'Pictures, GLB or OBJ models, text files',
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
