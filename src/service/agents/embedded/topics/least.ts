/**
 * How likely a topic must be to count, from 0 to 1: one scale for English and all other languages. Where a confidence is
 * 0.4, half of the matches are right; where it is 0.9, 95 % (messages of authors whose phrasings were left out).
 */
export const least = {
  /** Offered below an answer that says it does not know. */
  hint: 0.12,
  /** A question that nothing else was understood of is answered with such a page. */
  guess: 0.2,
  /** Counts where the rules understood nothing and a message surely talks or asks. */
  perhaps: 0.25,
  /** Counts where a message surely asks about Rigsmith, and where it is much likelier than the next topic. */
  maybe: 0.3,
  /** Counts where nothing else was understood. */
  likely: 0.4,
  /** Is clear without the question before. */
  rather: 0.5,
  /** Counts more than a character or small talk that a word or two happen to name. */
  surely: 0.6,
  /** In other languages, counts more than a description in the same message. */
  strongly: 0.8,
  /** Counts more than a change of the plan under discussion. */
  certainly: 0.85,
} as const;

/** The same for the cosine of a message and the nearest phrasing. */
export const nearness = {
  /** May be about the topic. */
  some: 0.3,
  /** Is about it, where it is nothing else. */
  likely: 0.45,
  /** Is about it, whatever else it may be. */
  sure: 0.6,
  /** The same for a message that also names a character. */
  surest: 0.75,
  /** Says the same. */
  same: 0.85,
  /** In the very words of a phrasing. */
  verbatim: 0.95,
} as const;
