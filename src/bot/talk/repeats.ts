import { AppError } from '../../base/errors.js';
import { readMessages } from '../../client/messages.js';
import { type Attachment, continueAnswer, regenerateAnswer } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import { isNotOffered } from './answers.js';
import type { TalkProgress } from './progress.js';
import type { Relay } from './relay.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';
import type { Turns } from './turns.js';
import { runTag } from './view.js';
import type { WaitingStore } from './waiting.js';

/** An address that a link in Discord can hold. */
const linkable = /^https?:\/\/[^\s<>()]{1,1500}$/;

/** A button below an answer, or a command for the last one. `run`: the tag of the answer. */
export type Press = { memberId: string; threadId: string; run?: string };

/** Regenerates or continues the last answer. A late or repeated press changes nothing. */
export function createRepeats(options: {
  store: Pick<TalkStore, 'wake'>;
  progress: Pick<TalkProgress, 'running'>;
  waiting: Pick<WaitingStore, 'first'>;
  access: Pick<Access, 'asSpeaker'>;
  sessions: Sessions;
  relay: Pick<Relay, 'follow' | 'ready' | 'expect' | 'fail' | 'remake'>;
  turns: Pick<Turns, 'next' | 'sayAgain'>;
}) {
  const { store, progress, waiting, access, sessions, relay, turns } = options;

  const talkOf = async ({ memberId, threadId, run }: Press): Promise<KeptTalk> => {
    const talk = await access.asSpeaker(memberId, threadId);
    const newest = [talk.runId, talk.view.runId].flatMap((id) => (id === null ? [] : [runTag(id)]));
    if (newest.length === 0) throw new AppError('invalid_request', reason('talk.error.nothing_asked'));
    if (run !== undefined && !newest.includes(run))
      throw new AppError('invalid_request', reason('talk.error.not_last'));
    return talk;
  };

  const tagOf = ({ runId, view }: KeptTalk): string => runTag(runId ?? view.runId ?? '');

  const ask = async (
    talk: KeptTalk,
    speakerId: string,
    how: typeof regenerateAnswer | typeof continueAnswer,
  ): Promise<void> => {
    if (talk.isIdle) await store.wake(talk.threadId);
    relay.follow(talk);
    await relay.ready(talk.threadId);
    const params = { conversation_id: talk.conversationId };
    const body = { client_message_id: `${how.id}-${tagOf(talk)}` };
    const reply = await sessions
      .serviceOf(talk.memberId, undefined, { channelId: channelIn(talk.threadId), speakerId })
      .call(how, { params, body })
      .catch((error) => {
        relay.fail(talk.threadId, 'refused');
        throw error;
      });
    relay.expect(talk.threadId, reply.body.run.id);
    await progress.running(talk.threadId, reply.body.run.id);
  };

  /** Sends the message again when the service can't regenerate. */
  const askAnew = async (talk: KeptTalk, speakerId: string): Promise<void> => {
    try {
      await ask(talk, speakerId, regenerateAnswer);
    } catch (error) {
      if (!isNotOffered(error)) throw error;
      await turns.sayAgain(talk, `again-${tagOf(talk)}`);
    }
  };

  /** The new version takes the place of the last answer. */
  const regenerate = async (talk: KeptTalk, speakerId: string): Promise<void> => {
    if (talk.isIdle) await store.wake(talk.threadId);
    relay.follow(talk);
    relay.remake(talk.threadId, true); // before the request, because events may arrive before its reply
    await askAnew(talk, speakerId).catch((error) => {
      relay.remake(talk.threadId, false);
      throw error;
    });
  };

  return {
    async regenerate(press: Press): Promise<void> {
      await regenerate(await talkOf(press), press.memberId);
    },
    /** The files of an answer that could not be attached. @throws AppError `not_found` when none has an address */
    async answerFiles({ memberId, threadId, run }: Press): Promise<Attachment[]> {
      const { memberId: owner, conversationId } = await access.asSpeaker(memberId, threadId);
      const { messages } = await readMessages(sessions.serviceOf(owner), conversationId);
      const answer = messages.findLast(
        ({ run_id, role }) => role === 'agent' && runTag(run_id ?? '') === run,
      );
      const files = (answer?.attachments ?? []).filter(({ url }) => url && linkable.test(url));
      if (files.length === 0) throw new AppError('not_found', reason('talk.error.files_gone'));
      return files;
    },
    async goOn(press: Press): Promise<void> {
      await ask(await talkOf(press), press.memberId, continueAnswer);
    },
    /** For a failed answer. A message that never reached the agent is sent first. */
    async retry(press: Press): Promise<void> {
      const talk = await talkOf(press);
      if ((await waiting.first(talk.conversationId)) !== null) return turns.next(press.threadId);
      await regenerate(talk, press.memberId);
    },
  };
}
