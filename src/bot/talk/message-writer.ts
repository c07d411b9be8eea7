import type { Clock } from '../../base/clock.js';
import type { Attachment } from '../../contract/agents.js';
import type { Translate } from '../../copy/translate.js';
import type { CardFile } from '../cards/card.js';
import type { Languages } from '../languages.js';
import { clip } from '../text.js';
import { filesRow } from './cards/talk.js';
import type { Channel, ChannelPost, ChannelRefusal } from './channel.js';
import { digestOf, type Frame, pointOf, type SentEdit, type Step } from './frame.js';
import type { TalkProgress } from './progress.js';
import type { Talk } from './talk.js';
import { isOver } from './view.js';

/**
 * Executes single steps in a thread and stores their results. Before sending, it records the attempt, and it sends with a
 * nonce made of run and index, so that a repeat, a restart or a lost reply never duplicates a message.
 */
export type MessageWriter = {
  /** @throws errors that can be retried */
  take(talk: Talk, frame: Frame, step: Step): Promise<ChannelRefusal | null>;
  /** Stores the point where a restart continues. */
  keep(talk: Talk, frame: Frame): Promise<void>;
  /** Deletes every message from an index on, so that they can be posted again in order. */
  clear(talk: Talk, frame: Frame, from: number): Promise<void>;
};

/** Discord remembers a nonce for some minutes; after this long (ms) the bot searches the thread instead. */
const nonceMs = 60_000;
const mostDigests = 8;

const longestContent = 2_000;

/** The message without files, for channels where the bot can't attach them. */
function withoutFiles({ files: _, content, ...said }: ChannelPost, t: Translate): ChannelPost {
  const notice = `-# ${t('talk.answer.no_files')}`;
  return { ...said, content: `${clip(content, longestContent - notice.length - 1)}\n${notice}` };
}

export function createMessageWriter(options: {
  progress: Pick<TalkProgress, 'saveView'>;
  channel: Channel;
  clock: Clock;
  /** The files of an answer that could be fetched. */
  filesOf: (attachments: Attachment[]) => Promise<CardFile[]>;
  languages: Pick<Languages, 'ofChannel'>;
  /** Called when Discord has answered an edit, or its answer was lost. */
  onEdited?: (edit: SentEdit) => Promise<void>;
}): MessageWriter {
  const { progress, channel, clock, filesOf, languages, onEdited } = options;

  const keep: MessageWriter['keep'] = async (talk, frame) => {
    frame.kept = pointOf(frame);
    await progress.saveView(talk, frame.kept.seq, frame.kept.view);
  };

  const withFiles = async (talk: Talk, { view }: Frame, said: ChannelPost): Promise<ChannelPost> => {
    if (!isOver(view) || view.attachments.length === 0) return said;
    const fetched = await filesOf(view.attachments);
    const files = [...(said.files ?? []), ...fetched];
    const components = [...(said.components ?? [])];
    if (fetched.length < view.attachments.length)
      components.push(filesRow(talk, view, languages.ofChannel(talk.locale)));
    return { ...said, components, ...(files.length > 0 && { files }) };
  };

  const place = async (talk: Talk, frame: Frame, index: number, id: string) => {
    frame.view = { ...frame.view, posted: [...frame.view.posted.slice(0, index), id], sending: null };
    await keep(talk, frame);
  };

  /** Finds the message of a lost reply: an unknown message of the bot with the same content. */
  const findSent = async ({ threadId }: Talk, { view }: Frame): Promise<string | undefined> => {
    const newest = view.posted.at(-1) ?? view.behind ?? threadId;
    const written = await channel.listAfter(threadId, newest);
    return written.find(({ content }) => view.sending?.digests.includes(digestOf(content)))?.id;
  };

  const post = async (
    talk: Talk,
    frame: Frame,
    { index, said, digest }: { index: number; said: ChannelPost; digest: string },
  ): Promise<ChannelRefusal | null> => {
    const before = frame.view.sending?.index === index ? frame.view.sending : null;
    const isForgotten = before !== null && clock.now() - before.since > nonceMs;
    const found = isForgotten ? await findSent(talk, frame) : undefined;
    if (found) {
      await place(talk, frame, index, found);
      return null;
    }
    const since = before && !isForgotten ? before.since : clock.now();
    const digests = [digestOf(said.content), ...(before?.digests ?? [])].slice(0, mostDigests);
    frame.view = { ...frame.view, sending: { index, since, digests } };
    await keep(talk, frame);
    const { runId, sentAs, reposts } = frame.view;
    const sent = await channel.post(
      talk.threadId,
      said,
      digestOf([talk.conversationId, sentAs ?? runId, index, reposts]),
    );
    if (typeof sent === 'string') {
      frame.view = { ...frame.view, sending: before }; // an earlier attempt may still have succeeded
      return sent;
    }
    frame.drawn[index] = before ? undefined : digest; // a repeated nonce returns the message as first sent
    await place(talk, frame, index, sent.id);
    return null;
  };

  const remove = async (talk: Talk, frame: Frame, from: number): Promise<ChannelRefusal | null> => {
    const removed = await channel.remove(talk.threadId, frame.view.posted[from]!);
    if (removed !== 'removed' && removed !== 'deleted') return removed;
    frame.view = { ...frame.view, posted: frame.view.posted.slice(0, from) };
    frame.drawn = frame.drawn.slice(0, from);
    await keep(talk, frame);
    return null;
  };

  /** A refusal is final: the buttons of an older answer only say that it is no longer the newest. */
  const strip = async (talk: Talk, frame: Frame, messageId: string): Promise<null> => {
    await channel.strip(talk.threadId, messageId);
    frame.view = { ...frame.view, stale: null };
    await keep(talk, frame);
    return null;
  };

  const write = async (
    talk: Talk,
    frame: Frame,
    { kind, index, digest }: Extract<Step, { kind: 'post' | 'edit' }>,
    said: ChannelPost,
  ): Promise<ChannelRefusal | null> => {
    if (kind === 'post') return post(talk, frame, { index, said, digest });
    const { view, seq } = frame;
    const messageId = view.posted[index]!;
    const edited = await channel
      .edit(talk.threadId, messageId, said)
      .finally(() => onEdited?.({ talk, view, seq, messageId }));
    if (edited !== 'edited') return edited;
    frame.drawn[index] = digest;
    return null;
  };

  return {
    keep,
    async take(talk, frame, step) {
      if (step.kind === 'remove') return remove(talk, frame, step.index);
      if (step.kind === 'strip') return strip(talk, frame, step.messageId);
      const said = step.isLast ? await withFiles(talk, frame, step.said) : step.said;
      const refusal = await write(talk, frame, step, said);
      if (refusal !== 'denied' || !said.files?.length) return refusal;
      return write(talk, frame, step, withoutFiles(said, languages.ofChannel(talk.locale)));
    },
    async clear(talk, frame, from) {
      for (const id of frame.view.posted.slice(from)) await channel.remove(talk.threadId, id);
      const { view } = frame;
      frame.view = { ...view, posted: view.posted.slice(0, from), reposts: view.reposts + 1, sending: null };
      frame.drawn = frame.drawn.slice(0, from);
      await keep(talk, frame);
    },
  };
}
