import { AppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { branchConversation, type ChosenVersion, chooseVersion } from '../../contract/agent-versions.js';
import { closeConversation } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import { isNotOffered } from './answers.js';
import { resumedCard } from './cards/talk.js';
import type { Relay } from './relay.js';
import type { Press } from './repeats.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk, NewTalk } from './talk.js';
import type { ShownAnswer } from './thread-renderer.js';
import type { Threads } from './threads.js';
import { titleOf } from './title.js';
import type { ShownVersion } from './version.js';
import { runTag } from './view.js';

/** One of the versions of an answer, counted from 1. */
export type Version = { number: number; versions: number };

/** The versions of the newest answer, and conversations that branch off at it. */
export function createVersions(options: {
  store: Pick<TalkStore, 'add' | 'remove'>;
  access: Pick<Access, 'asSpeaker' | 'asOwner'>;
  sessions: Sessions;
  relay: Pick<Relay, 'show' | 'isAnswering' | 'watch'>;
  threads: Pick<Threads, 'open' | 'discard' | 'isPrivate'>;
  messenger: Pick<Messenger, 'send'>;
  languages: Pick<Languages, 'ofChannel'>;
  log: Log;
}) {
  const { store, access, sessions, relay, threads, messenger, languages, log } = options;

  const checkNewest = ({ runId, view, threadId }: KeptTalk, run: string | undefined): void => {
    const newest = [runId, view.runId].flatMap((id) => (id === null ? [] : [runTag(id)]));
    if (run === undefined || !newest.includes(run) || relay.isAnswering(threadId))
      throw new AppError('invalid_request', reason('talk.error.not_last'));
  };

  const orNotOffered = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw isNotOffered(error) ? new AppError('not_found', reason('talk.error.no_versions')) : error;
    });

  /** Opens the thread of a branch; nothing is left of one that could not be opened. */
  const openThread = async (
    { guildId, channelId, memberId, uploadLimit, locale, speakers, payer, isQuiet, ...from }: KeptTalk,
    made: { id: string; last_seq: number },
    title: string,
  ): Promise<string> => {
    const isPrivate = await threads.isPrivate(channelIn(from.threadId));
    const threadId = await threads.open(channelId, { name: title, isPrivate, memberId });
    const shared = { guildId, channelId, memberId, uploadLimit, locale, speakers, payer, isQuiet };
    const talk: NewTalk = { ...shared, threadId, conversationId: made.id, title, lastSeq: made.last_seq };
    try {
      await store.add(talk);
      const card = resumedCard({ memberId, title: from.title }, [], languages.ofChannel(locale));
      await messenger.send(threadId, card, `${made.id}/branched`);
    } catch (error) {
      await store.remove(threadId);
      await threads.discard(threadId);
      throw error;
    }
    relay.watch(await access.asOwner(memberId, threadId));
    return threadId;
  };

  return {
    /** Shows another version of the newest answer, and continues from it. A repeated press changes nothing. */
    async chooseVersion({ memberId, threadId, run }: Press, number: number): Promise<Version> {
      const talk = await access.asSpeaker(memberId, threadId);
      checkNewest(talk, run);
      const params = { conversation_id: talk.conversationId };
      const call = sessions.serviceOf(talk.memberId).call(chooseVersion, { params, body: { number } });
      const { answer, version } = chosenVersion((await orNotOffered(call)).body);
      relay.show(threadId, answer, version);
      return { number, versions: version.of };
    },

    /**
     * Continues from the newest answer in a new thread; the conversation before stays as it is.
     * @param key idempotency key
     * @returns the new thread's id
     */
    async branch({ memberId, threadId, run }: Press, key: string): Promise<string> {
      const talk = await access.asOwner(memberId, threadId);
      checkNewest(talk, run);
      const t = languages.ofChannel(talk.locale);
      const title = titleOf(t('talk.branch.name', { name: talk.title }), 80, t);
      const service = sessions.serviceOf(memberId, undefined, { channelId: channelIn(threadId) });
      const params = { conversation_id: talk.conversationId };
      const run_id = talk.view.version?.runId ?? talk.view.runId ?? talk.runId ?? '';
      const call = service.call(branchConversation, { params, body: { run_id, title }, idempotencyKey: key });
      const made = (await orNotOffered(call)).body;
      try {
        return await openThread(talk, made, title);
      } catch (error) {
        await service
          .call(closeConversation, { params: { conversation_id: made.id } })
          .catch((cause) =>
            log.info({ conversation: made.id, err: cause }, 'branch without a thread not ended'),
          );
        throw error;
      }
    },
  };
}

/** A chosen version, with what continued it. */
export function chosenVersion({ message, continued, number, versions }: ChosenVersion): {
  answer: ShownAnswer;
  version: ShownVersion;
} {
  const parts = [message, ...continued];
  const { finish_reason, run_id: runId } = parts.at(-1)!;
  return {
    answer: {
      text: parts.map(({ content }) => content).join('\n\n'),
      attachments: parts.flatMap(({ attachments }) => attachments),
      reason: finish_reason ?? 'stop',
    },
    version: { at: number, of: versions, runId },
  };
}
