import type { Hints } from '../base/db/hints.js';
import type { AgentEvent, ServerFrame } from '../contract/events.js';

/** A frame about something of a user, whichever connection it comes over. */
export type UserFrame = Extract<ServerFrame, { type: 'generation_progress' | 'intent_updated' }>;

/** Sends frames to connected clients. A frame without a listener is dropped, because everything important is stored. */
export type Hub = {
  /** To every socket with a session of the user. */
  tellUser(userId: string, frame: UserFrame): void;
  /** To every socket subscribed to the conversation. Store the event first: replay reads the store. */
  tellConversation(conversationId: string, event: AgentEvent): void;
  /** Ends a session: sockets opened with it close (4401), others lose its subscriptions. */
  endSession(sessionId: string): void;
};

/** Reads what a frame would say now, for the sockets of another process than the one that changed it. */
export type UserFrames = Record<
  'generation' | 'intent',
  (userId: string, id: string) => Promise<UserFrame | null>
>;

/** Topics of the hints between service processes. */
export const hubTopics = {
  /** About `<user> <name in UserFrames> <id>`. */
  user: 'hub user',
  /** About a conversation's id. */
  conversation: 'hub conversation',
  /** About a session's id. */
  session: 'hub session',
} as const;

/** A hint to look at something of a user, told by a process without sockets too. */
export const hintUser = (
  hints: Pick<Hints, 'tellOthers'>,
  userId: string,
  name: keyof UserFrames,
  id: string,
): void => hints.tellOthers(hubTopics.user, `${userId} ${name} ${id}`);

/**
 * The hub of all service processes on one database.
 * @param own the sockets of this process
 */
export function createHub(own: Hub, hints: Pick<Hints, 'tellOthers'>): Hub {
  return {
    tellUser(userId, frame) {
      own.tellUser(userId, frame);
      if (frame.type === 'intent_updated') hintUser(hints, userId, 'intent', frame.intent.id);
      else hintUser(hints, userId, 'generation', frame.generation.id);
    },
    tellConversation(conversationId, event) {
      own.tellConversation(conversationId, event);
      hints.tellOthers(hubTopics.conversation, conversationId);
    },
    endSession(sessionId) {
      own.endSession(sessionId);
      hints.tellOthers(hubTopics.session, sessionId);
    },
  };
}
