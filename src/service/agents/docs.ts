import MiniSearch from 'minisearch';

/** A passage under its heading. */
export type Passage = { title: string; text: string };
export type DocSearch = (query: string, limit: number) => Passage[];

const maxPassageChars = 700;
const headingWeight = 3;
/** Weight of each document relative to the previous one. */
const lesser = 0.5;
/** Two rare words of a long question found in one passage are enough. */
const plenty = 6;
/** Words that say nothing about a subject. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an the is are was do does did i you it my your we they of to in on for with and or not can could may how what when where why who which be by from this that there here me about if at as so will would should get have has no yes more less very all some any tell say give show use one two many much make want need please dont im am just also ok does last into lot like know did still every actually really where whats hows its support go going went wont lets then there been thing things other'.split(
    ' ',
  ),
);

/**
 * Full-text search over Markdown documents: sections ranked by BM25, with more weight on headings. The first search
 * makes the index, because a start of the service should not wait for it.
 * @param documents Markdown texts, the most important first
 */
export function createDocSearch(documents: readonly string[]): DocSearch {
  let search: DocSearch | undefined;
  return (query, limit) => {
    search ??= indexOf(documents);
    return search(query, limit);
  };
}

function indexOf(documents: readonly string[]): DocSearch {
  const sections = documents.flatMap((text, at) =>
    sectionsOf(text).map((passage) => ({ ...passage, rank: lesser ** at })),
  );
  const index = new MiniSearch<Passage & { id: number }>({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: headingWeight },
      boostDocument: (id: number) => sections[id]!.rank,
    },
  });
  index.addAll(sections.map(({ title, text }, id) => ({ id, title, text })));

  /** Inverse document frequency, as in BM25. */
  const rarity = (word: string): number => {
    const having = index.search(word, { tokenize: (each) => [each] }).length;
    return Math.log(1 + (sections.length - having + 0.5) / (having + 0.5));
  };

  return (query, limit) => {
    const weights = new Map(wordsOf(query).map((word) => [word, rarity(word)]));
    const weightOf = (words: Iterable<string>) =>
      [...words].reduce((sum, word) => sum + weights.get(word)!, 0);
    const asked = weightOf(weights.keys());
    return index
      .search(query)
      .map(({ id, queryTerms }) => ({ ...sections[id]!, found: weightOf(queryTerms) }))
      .filter(({ rank, found }) => {
        // A missing rare word says more than a common one that is present.
        const share = rank === 1 ? Math.min(plenty, asked / 2) : asked * 0.8;
        return found >= share;
      })
      .slice(0, limit)
      .map(({ title, text }) => ({ title, text }));
  };
}

/** Stems words, so that "wallets" finds "wallet". */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stemOf);
}
/** Without its usual endings: "wallet" for "wallets". */
export const stemOf = (word: string) => {
  const stem =
    word.length > 3
      ? word.replace(/ies$/, 'y').replace(/(?:[^s]s|ing|ed)$/, (end) => end.replace(/s$|ing|ed/, ''))
      : word;
  return stem.replace(/(?<=...)[eyi]$/, '').replace(/(.)\1$/, '$1');
};

/** Splits a document into sections by heading, and long sections at their paragraphs. */
function sectionsOf(markdown: string): Passage[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/!\[[^\]]*\]\([^)]*\)/g, '');
  return prose.split(/^(?=#{1,4} )/m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const isHeaded = heading.startsWith('#');
    const title = isHeaded ? heading.replace(/^#+\s*/, '').trim() : '';
    const text = (isHeaded ? lines.join('\n') : section).trim();
    return piecesOf(text).map((piece) => ({ title, text: piece }));
  });
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const paragraph of text.split(/\n{2,}|\n(?=\s*(?:[-*]|\d+\.) )/)) {
    const last = pieces.at(-1);
    const joined =
      last === undefined
        ? paragraph
        : `${last}${/^\s*(?:[-*]|\d+\.) /.test(paragraph) ? '\n' : '\n\n'}${paragraph}`;
    if (last !== undefined && joined.length <= maxPassageChars) pieces[pieces.length - 1] = joined;
    else if (paragraph) pieces.push(paragraph.slice(0, maxPassageChars));
  }
  return pieces;
}
