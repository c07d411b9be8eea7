import { AppError } from '../../base/errors.js';
import type { GuestStore } from './guests.js';
import type { KeptTalk, TalkStore } from './store.js';

/** Who may do what in a talk. Every one of these throws an AppError in one sentence when the member may not. */
export type Access = {
  /** The open talk of a thread, for those who may speak there. */
  asSpeaker(memberId: string, threadId: string): Promise<KeptTalk>;
  /** A talk of a thread, for its owner; open, unless ended ones do as well. */
  asOwner(memberId: string, threadId: string, which?: 'open' | 'any'): Promise<KeptTalk>;
  /** For those who may pay what was proposed. */
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
      throw new AppError('forbidden', 'Only the member who opened this talk may do that.');
    },
    async asPayer(memberId, talk) {
      if (memberId === talk.memberId) return;
      if (!(await maySpeak(talk, memberId))) throw new AppError('forbidden', notInvited(talk));
      if (talk.payer === 'presser') return;
      const sentence = `Only <@${talk.memberId}> may press this: it costs their credits.`;
      throw new AppError('forbidden', sentence);
    },
  };
}

const noTalk = (ended: KeptTalk | null): AppError =>
  ended
    ? new AppError('not_found', 'This talk has ended. Take it up again with /talk resume.')
    : new AppError('not_found', 'There is no talk here. Use this in its thread, or name the talk.');

export const notInvited = ({ memberId, speakers }: Pick<KeptTalk, 'memberId' | 'speakers'>): string => {
  const who = speakers === 'named' ? `<@${memberId}> and those they name talk` : `<@${memberId}> talks`;
  return `Only ${who} to the agent here. Start your own with /talk start.`;
};
