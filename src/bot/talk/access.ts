import { AppError } from '../../base/errors.js';
import type { GuestStore } from './guests.js';
import type { KeptTalk, TalkStore } from './store.js';

/** Permission checks of a conversation. Each throws an AppError with a sentence for the member. */
export type Access = {
  /** The open conversation of a thread, for members who may speak there. */
  asSpeaker(memberId: string, threadId: string): Promise<KeptTalk>;
  /** A thread's conversation for its owner; only open ones unless ended ones are allowed. */
  asOwner(memberId: string, threadId: string, which?: 'open' | 'any'): Promise<KeptTalk>;
  /** For members who may pay for a proposal. */
  asPayer(memberId: string, talk: KeptTalk): Promise<void>;
  maySpeak(talk: KeptTalk, memberId: string): Promise<boolean>;
};

export function createAccess({ store, guests }: { store: TalkStore; guests: GuestStore }): Access {
  const maySpeak: Access['maySpeak'] = async ({ memberId: owner, conversationId, speakers }, memberId) =>
    memberId === owner ||
    speakers === 'everybody' ||
    (speakers === 'named' && (await guests.isNamed(conversationId, memberId)));

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
      throw new AppError('forbidden', 'Only the member who started this conversation can do that.');
    },
    async asPayer(memberId, talk) {
      if (memberId === talk.memberId) return;
      if (!(await maySpeak(talk, memberId))) throw new AppError('forbidden', notInvited(talk));
      if (talk.payer === 'presser') return;
      const sentence = `Only <@${talk.memberId}> can approve this, because it uses their credits.`;
      throw new AppError('forbidden', sentence);
    },
  };
}

const noTalk = (ended: KeptTalk | null): AppError =>
  ended
    ? new AppError('not_found', 'This conversation has ended. Use /talk resume to continue it.')
    : new AppError(
        'not_found',
        'There is no conversation here. Use this in its thread, or choose the conversation.',
      );

export const notInvited = ({ memberId, speakers }: Pick<KeptTalk, 'memberId' | 'speakers'>): string => {
  const who = speakers === 'named' ? `<@${memberId}> and people they add` : `<@${memberId}>`;
  return `Only ${who} can talk to the agent here. Start your own conversation with /talk start.`;
};
