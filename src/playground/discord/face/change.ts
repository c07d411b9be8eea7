import type { Outcome } from './person.js';

/** A change that a page must reload. `memberId` is set when only that member sees it. */
export type Change =
  | {
      type: 'message';
      action: 'created' | 'edited' | 'deleted';
      channelId: string;
      messageId: string;
      memberId?: string;
    }
  | { type: 'channel'; action: 'created' | 'edited' | 'deleted'; channelId: string; memberId?: string }
  | { type: 'typing'; channelId: string; memberId: string }
  | { type: 'modal'; action: 'opened' | 'closed'; channelId: string; modalId: string; memberId: string }
  | {
      type: 'interaction';
      channelId: string;
      interactionId: string;
      memberId: string;
      state: Outcome['state'];
    }
  | { type: 'commands'; applicationId: string }
  | { type: 'member'; memberId: string }
  | { type: 'guild'; guildId: string }
  | { type: 'problem'; problem: Problem };

export type Problem = {
  at: number;
  bot: string | null;
  method: string;
  path: string;
  status: number;
  /** Discord's own error code, e.g. 50035. */
  code: number;
  message: string;
  /** One line per fault: `content: Must be 2000 or fewer in length.` */
  faults: string[];
};
