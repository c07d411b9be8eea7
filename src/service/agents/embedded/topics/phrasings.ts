/** Finds the phrasings that are nearest to a message: those that share its rarest words and pairs of words. */

export type Near<Meaning> = {
  means: Meaning;
  phrasing: string;
  /** The cosine of message and phrasing, from 0 to 1. */
  score: number;
  /** The share of the message's telling words that phrasings of this meaning have, by weight; null without such words. */
  coverage: number | null;
};

/** What a message without telling words counts as having of them: "what are you". */
const unexplained = 0.4;

/** How likely a message has a meaning, from 0 to 1: by its probability, the share of its telling words, and the cosine. */
export const likelihoodOf = ({ coverage, score }: Near<unknown>, probability: number): number =>
  (2 * probability * (coverage ?? unexplained) + score) / 3;

export type Phrasings<Meaning> = {
  /** One for each meaning, the nearest first. */
  near(tokens: readonly string[], most: number): Near<Meaning>[];
  has(token: string): boolean;
  /** How many meanings have a token in one of their phrasings. */
  spread(token: string): number;
};

/** Pairs of words count less than words: they say in which order, not about what. */
const pairShare = 0.5;
/** The weight of a word that no phrasing has. Such a message is likely about something else. */
export const strange = 2.2;
/** Function words are rare in some topics by chance. */
const functionShare = 0.4;

const pairsOf = (tokens: readonly string[]): string[] =>
  tokens.slice(1).map((token, at) => `${tokens[at]} ${token}`);

/**
 * @param meanings with their phrasings
 * @param options.isFunctional whether a token says little about a meaning
 * @param options.strangeness the weight of a token that no phrasing has
 */
export function createPhrasings<Meaning>(
  meanings: readonly (readonly [Meaning, readonly string[]])[],
  options: {
    tokensOf: (line: string) => readonly string[];
    isFunctional?: (token: string) => boolean;
    strangeness?: (token: string) => number;
  },
): Phrasings<Meaning> {
  const { tokensOf, isFunctional = () => false, strangeness = () => strange } = options;
  const having = new Map<string, Set<Meaning>>();
  for (const [meaning, says] of meanings)
    for (const tokens of says.map(tokensOf))
      for (const term of [...tokens, ...pairsOf(tokens)])
        having.set(term, (having.get(term) ?? new Set()).add(meaning));
  const rarity = new Map(
    [...having].map(([term, { size }]) => {
      const share = term.split(' ').every(isFunctional) ? functionShare : 1;
      return [term, share * Math.log(1 + meanings.length / size)] as const;
    }),
  );

  const vectorOf = (tokens: readonly string[]) => {
    const weights = new Map<string, number>();
    for (const token of tokens) weights.set(token, rarity.get(token) ?? strangeness(token));
    for (const pair of pairsOf(tokens)) {
      const rare = rarity.get(pair);
      if (rare !== undefined) weights.set(pair, rare * pairShare);
    }
    return { weights, length: Math.hypot(...weights.values()) };
  };

  const coverageOf = (tokens: readonly string[], meaning: Meaning): number | null => {
    const telling = [...new Set(tokens)].filter((token) => !isFunctional(token));
    const weightOf = (some: readonly string[]) =>
      some.reduce((sum, token) => sum + (rarity.get(token) ?? strangeness(token)), 0);
    const all = weightOf(telling);
    return all === 0 ? null : weightOf(telling.filter((token) => having.get(token)?.has(meaning))) / all;
  };

  const phrasings: { means: Meaning; phrasing: string; length: number }[] = [];
  /** The phrasings with a token or pair, and its weight in them. */
  const places = new Map<string, (readonly [at: number, weight: number])[]>();
  for (const [means, says] of meanings)
    for (const phrasing of says) {
      const { weights, length } = vectorOf(tokensOf(phrasing));
      for (const [term, weight] of weights) {
        const having = places.get(term) ?? [];
        having.push([phrasings.length, weight]);
        places.set(term, having);
      }
      phrasings.push({ means, phrasing, length });
    }

  /** What a message shares with each phrasing. */
  const shared = new Float32Array(phrasings.length);
  return {
    near(tokens, most) {
      const said = vectorOf(tokens);
      shared.fill(0);
      for (const [term, weight] of said.weights)
        for (const [at, other] of places.get(term) ?? []) shared[at]! += weight * other;
      const best = new Map<Meaning, Omit<Near<Meaning>, 'coverage'>>();
      for (let at = 0; at < shared.length; at++) {
        if (shared[at] === 0) continue;
        const { means, phrasing, length } = phrasings[at]!;
        const score = shared[at]! / (said.length * length);
        if (score > (best.get(means)?.score ?? 0)) best.set(means, { means, phrasing, score });
      }
      return [...best.values()]
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
        .map((one) => ({ ...one, coverage: coverageOf(tokens, one.means) }));
    },
    has: (token) => rarity.has(token),
    spread: (token) => having.get(token)?.size ?? 0,
  };
}
