/** Small talk that asks for nothing, besides the wishes of `asides`. */
export const smallActions = [
  'joke',
  'affection',
  'insult',
  'waiting',
  'settled',
  'approved',
  'kidding',
  'remark',
  'introduced',
  'bored',
] as const;

/** The topics of data/talk/topics that have an answer of their own. */

export const actions = [
  ...smallActions,
  /** Of other members. */
  'others',
  'spending',
  'balance',
  /** Credits on hold: the member's, or what that means. */
  'held',
  'prices',
  /** Which pack costs least per credit, and what a credit costs. */
  'deal',
  /** One that has not arrived. */
  'payment',
  'pipelines',
  'rigs',
  'unlink',
  'link',
  'abilities',
  'self',
  'secrets',
  'clips',
  'upset',
  'thanks',
  'farewell',
  'feeling',
  'present',
  'sad',
  'amused',
  'sorry',
  'greeting',
  'ideas',
  'cost',
  'cheapest',
  'hurry',
  'tip',
  'hypothetical',
  'hate',
  'moderator',
  'otherbots',
  /** "That's not what I said". */
  'wrong',
  'isno',
  'repeat',
  'elsewhere',
] as const;
/**
 * A topic with an answer of its own. The other topics are questions that a page of the guide answers, or, without a page,
 * small talk with replies of its own (`agent.small.<topic>.<number>`).
 */
export type Topic = (typeof actions)[number];
