import type { TalkView } from './view.js';

/**
 * Why answers aren't shown in a thread. `denied`: the bot can't write there at the moment; `removed`: someone deletes its
 * messages; `locked` and `gone` end the conversation.
 */
export type Trouble = 'denied' | 'removed' | 'locked' | 'gone';

export type Talk = {
  threadId: string;
  /** The server of its thread: the process that serves it shows the answers. */
  guildId: string;
  conversationId: string;
  memberId: string;
  /** The run that answers the last message; null before the first one. */
  runId: string | null;
  /** The sequence number of the last event in the view. */
  lastSeq: number;
  /** The newest message forwarded to the agent, or the thread's own id. */
  lastHeard: string;
  view: TalkView;
  /** Quiet mode: answers are shown only when complete. */
  isQuiet: boolean;
  trouble: Trouble | null;
  /** The language of what the bot itself says there; null for old conversations. */
  locale: string | null;
};

/** A problem, and since when (ms). */
export type TroubleRecord = Pick<Talk, 'threadId' | 'memberId'> & {
  trouble: Trouble;
  since: number;
};

/** Who may speak to the agent in a conversation. */
export const speakers = ['owner', 'named', 'everybody'] as const;
export type Speakers = (typeof speakers)[number];

/** Who pays for proposals; the owner always pays for answers. */
export const payers = ['owner', 'presser'] as const;
export type Payer = (typeof payers)[number];

/** A conversation with its owner's settings. */
export type KeptTalk = Talk & {
  title: string;
  /** The parent channel of its thread. */
  channelId: string;
  /** Discord's upload limit there, bytes. */
  uploadLimit: number;
  speakers: Speakers;
  payer: Payer;
  isOpen: boolean;
  /** No message for a long time, so it is not followed until the next one. */
  isIdle: boolean;
  updatedAt: number;
};

export type NewTalk = Omit<KeptTalk, keyof Talk | 'isOpen' | 'isIdle' | 'updatedAt'> &
  Pick<Talk, 'threadId' | 'guildId' | 'conversationId' | 'memberId' | 'locale'> &
  Partial<Pick<Talk, 'isQuiet' | 'lastHeard' | 'lastSeq'>>;
