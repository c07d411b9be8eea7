import { AppError, type Reason } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { ParticipantStore } from './participants.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';

/** Permission checks of a conversation. Each throws an AppError with a reason for the member. */
export type Access = {
  /** The open conversation of a thread, for members who may speak there. */
  asSpeaker(memberId: string, threadId: string): Promise<KeptTalk>;
  /** A thread's conversation for its owner; only open ones unless ended ones are allowed. */
  asOwner(memberId: string, threadId: string, which?: 'open' | 'any'): Promise<KeptTalk>;
  /** For members who may pay for a proposal. */
  asPayer(memberId: string, talk: KeptTalk): Promise<void>;
  maySpeak(talk: KeptTalk, memberId: string): Promise<boolean>;
};

export function createAccess({
  store,
  participants,
}: {
  store: Pick<TalkStore, 'find' | 'findAny'>;
  participants: ParticipantStore;
}): Access {
  const maySpeak: Access['maySpeak'] = async ({ memberId: owner, conversationId, speakers }, memberId) =>
    memberId === owner ||
    speakers === 'everybody' ||
    (speakers === 'named' && (await participants.isNamed(conversationId, memberId)));

  return {
    maySpeak,
    async asSpeaker(memberId, threadId) {
      const talk = await store.find(threadId);
      if (!talk) throw noTalk(await store.findAny(threadId));
      if (await maySpeak(talk, memberId)) return talk;
      throw new AppError('forbidden', notInvited(talk));
    },
    async asOwner(memberId, threadId, which = 'open') {
      const talk = await store.findAny(threadId);
      if (!talk || (which === 'open' && !talk.isOpen)) throw noTalk(talk);
      if (talk.memberId === memberId) return talk;
      throw new AppError('forbidden', reason('talk.error.not_owner'));
    },
    async asPayer(memberId, talk) {
      if (memberId === talk.memberId) return;
      if (!(await maySpeak(talk, memberId))) throw new AppError('forbidden', notInvited(talk));
      if (talk.payer === 'presser') return;
      throw new AppError('forbidden', reason('talk.error.not_payer', { owner: `<@${talk.memberId}>` }));
    },
  };
}

const noTalk = (ended: KeptTalk | null): AppError =>
  new AppError('not_found', reason(ended ? 'talk.error.ended' : 'talk.error.no_talk'));

export const notInvited = ({ memberId, speakers }: Pick<KeptTalk, 'memberId' | 'speakers'>): Reason =>
  reason('talk.error.not_invited', { owner: `<@${memberId}>`, speakers });
