import type { RigInput } from '../../contract/pipelines.js';
import type { RepeatBody } from '../../contract/rig.js';
import type { WireSpecChange } from '../../contract/rig-spec.js';
import type { RigOrder } from './order.js';

/** What a member wants made: a new rig, or an earlier one again with changes. It can be stored and made later. */
export type Wish =
  | { kind: 'start'; order: RigOrder }
  | { kind: 'again'; id: string; changes: RepeatBody; edit?: SpecEdit };

/** What an edit changes of a character, in the member's language. */
export type SpecEdit = {
  changes: WireSpecChange[];
  /** Its words without effect. */
  unread: string[];
  notes: string[];
};

/** What the service asks for a wish; null for what it doesn't say. */
export type Quote = {
  /** Holds the price when it is sent with the order. */
  quote: string | null;
  credits: number | null;
  balance: number | null;
  queueAhead: number | null;
  etaSeconds: number | null;
  /** The same for a rig that starts before others; null where that is not offered. */
  first?: PriorityQuote | null;
  /** What the server's pool has, and the member may use of it today; null where they may not. */
  pool?: { available: number; leftToday: number } | null;
};

/** Whether the server's pool can pay it. */
export const isPooled = ({ credits, pool }: Quote): boolean =>
  credits !== null && pool != null && Math.min(pool.available, pool.leftToday) >= credits;

/** `credits` is the whole price. */
export type PriorityQuote = { quote: string; credits: number; queueAhead: number; etaSeconds: number };

/** A wish that waits for its member to confirm the price. */
export type Offer = {
  id: string;
  memberId: string;
  /** The private message that shows it. */
  messageId: string;
  /** The language of that message. */
  locale: string;
  /** Whether only the member will see the rig. */
  isPrivate: boolean;
  wish: Wish;
  /** What it will be made from; `prompt` is null for files. */
  subject: { type: RigInput; prompt: string | null };
  /** Better descriptions that were proposed; null where the service proposes none. */
  suggestions: string[] | null;
  quote: Quote;
};
