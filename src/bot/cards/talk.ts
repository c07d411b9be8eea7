import { ComponentType, TextInputStyle } from 'discord.js';
import type { Message } from '../../contract/agents.js';
import { encodeCustomId } from '../custom-id.js';
import type { KeptTalk, Payer, Speakers, Talk, Trouble } from '../talk/store.js';
import { isOver, runTag, type TalkView } from '../talk/view.js';
import { clip, plain } from '../text.js';
import { actions, button, type Card, card, finePrint, note, row, text, type Words } from './card.js';
import type { Form } from './form.js';

/** One message of an answer; the last carries the buttons while there is something to press for. */
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

/** Who may press is a matter of the talk, and may change after the button is there. */
const press = (
  label: string,
  action: string,
  argument: string,
  look: 'danger' | 'primary' | 'secondary' = 'secondary',
) => button(label, `talk:${action}`, '*', argument, look);

const troubles: Readonly<Record<Trouble, (thread: string) => string>> = {
  denied: (thread) =>
    `I'm not allowed to write in ${thread} any more. Ask a moderator to let me; the answer comes as soon as I can.`,
  removed: (thread) =>
    `My answer in ${thread} was deleted several times, so I stopped posting it. \`/talk export\` has it.`,
  locked: (thread) =>
    `${thread} was locked by a moderator, so your talk there has ended. Nothing is lost: \`/talk resume\` goes on in a new thread.`,
  gone: (thread) =>
    `The thread of your talk (${thread}) was deleted, so the talk has ended. Nothing is lost: \`/talk resume\` goes on in a new thread.`,
};

/** Threads the bot could not write an answer to. */
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
    owner: `Only <@${memberId}> talks to the agent here`,
    named: `<@${memberId}> and those they name talk to the agent here`,
    everybody: 'Everybody may talk to the agent here',
  })[speakers];

export const whoPays = (memberId: string, payer: Payer): string =>
  payer === 'owner'
    ? `everything is paid by <@${memberId}>`
    : `answers are paid by <@${memberId}>, what is pressed by whoever presses`;

/** The first message of a thread: what it began with, who may speak, and how to go on. */
export function openingCard(opened: {
  memberId: string;
  text: string;
  files: readonly string[];
  speakers: Speakers;
  payer: Payer;
  readMessages: boolean;
  /** Of the message that is asked about. */
  author?: string;
}): Card {
  const { memberId, speakers, payer, readMessages, author } = opened;
  const about = author ? ` about what <@${author}> wrote` : '';
  const goOn = readMessages ? 'Write in this thread to go on' : 'Mention me, or press Reply, to go on';
  return card('neutral', [
    text(`<@${memberId}> asks${about}:`, quoted(opened.text, opened.files)),
    finePrint(
      `${goOn} · say \`stop\` to stop an answer`,
      `${whoSpeaks(memberId, speakers)}; ${whoPays(memberId, payer)}`,
      speakers === 'owner' ? null : 'Guests are told nothing of the credits and rigs of its owner',
    ),
  ]);
}

/** The beginning of a thread that goes on with an earlier talk. */
export const resumedCard = (
  { memberId, title }: Pick<KeptTalk, 'memberId' | 'title'>,
  last: readonly Pick<Message, 'role' | 'content'>[],
): Card =>
  card('neutral', [
    text(`<@${memberId}> takes up **${plain(clip(title || 'a talk', 100))}** again.`),
    last.length > 0
      ? text(
          ...last.map(
            ({ role, content }) =>
              `**${role === 'user' ? 'Said' : 'Answered'}** ${clip(plain(content), 700)}`,
          ),
        )
      : null,
    finePrint('The agent remembers everything before'),
  ]);

/** What a member said by the Reply form, where others see it. */
export const saidWords = (
  memberId: string,
  { text: said, files }: { text: string; files: readonly string[] },
): Words => ({ content: `<@${memberId}>:\n${quoted(said, files)}` });

/** One discreet line. */
export const hintWords = (sentence: string): Words => ({ content: `-# ${sentence}` });

/** After a stop, or where what came first was refused. */
export const droppedWords = (count: number): Words =>
  hintWords(
    count === 1 ? 'One message that waited is dropped.' : `${count} messages that waited are dropped.`,
  );

export const endedWords = (memberId: string): Words =>
  hintWords(`<@${memberId}> ended this talk. It can be taken up again with /talk resume.`);

export const threadCard = (threadId: string): Card =>
  note(
    'Your talk is open',
    `Go on in <#${threadId}>. Write there as you would to a friend; say \`stop\` to stop an answer.`,
  );

const mostFiles = 10;

/** For servers in which the bot may not read messages, and for long words: a form to write in. */
export const replyForm = (threadId: string, owner: string): Form => ({
  custom_id: encodeCustomId({ command: 'talk', action: 'say', owner, argument: threadId }),
  title: 'Say something to the agent',
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
