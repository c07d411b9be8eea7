/** A passage under its heading. */
export type Passage = { title: string; text: string };
export type DocSearch = (query: string, limit: number) => Passage[];

const maxPassageChars = 700;
/** Saturation and length normalisation of BM25 (Robertson and Zaragoza 2009, section 3.4). */
const [k1, b] = [1.2, 0.75];
const headingWeight = 3;
/** Weight of each document relative to the previous one. */
const lesser = 0.5;
/** Two rare words of a long question found in one passage are enough. */
const plenty = 6;
const stopWords = new Set(
  'a an the is are was do does did i you it my your we they of to in on for with and or not can could may how what when where why who which be by from this that there here me about if at as so will would should get have has no yes more less very all some any tell say give show use one two many much make want need please dont im am just also ok does last into lot like know did still every actually really where whats hows its support'.split(
    ' ',
  ),
);

/**
 * Full-text search over Markdown documents: sections ranked by BM25, with more weight on headings.
 * @param documents Markdown texts, the most important first
 */
export function createDocSearch(documents: readonly string[]): DocSearch {
  const placed = documents.flatMap((text, at) =>
    sectionsOf(text).map((passage) => ({ passage, rank: lesser ** at })),
  );
  const sections = placed.map(({ passage, rank }) => {
    const words = [
      ...Array.from({ length: headingWeight }, () => wordsOf(passage.title)).flat(),
      ...wordsOf(passage.text),
    ];
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { passage, rank, counts, length: words.length };
  });
  const averageLength = sections.reduce((sum, { length }) => sum + length, 0) / (sections.length || 1);
  const rarity = (word: string) => {
    const having = sections.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (sections.length - having + 0.5) / (having + 0.5));
  };

  return (query, limit) => {
    const asked = [...new Set(wordsOf(query))].map((word) => ({ word, weight: rarity(word) }));
    const weightOf = (some: typeof asked) => some.reduce((sum, { weight }) => sum + weight, 0);
    const scored = sections.map(({ passage, rank, counts, length }) => {
      const norm = k1 * (1 - b + (b * length) / averageLength);
      const found = asked.filter(({ word }) => counts.has(word));
      const score = found.reduce((sum, { word, weight }) => {
        const count = counts.get(word) ?? 0;
        return sum + (weight * count * (k1 + 1)) / (count + norm);
      }, 0);
      // A missing rare word says more than a common one that is present.
      const share = rank === 1 ? Math.min(plenty, weightOf(asked) / 2) : weightOf(asked) * 0.8;
      const isAbout = score > 0 && weightOf(found) >= share;
      return { passage, score: score * rank, isAbout };
    });
    return scored
      .filter(({ isAbout }) => isAbout)
      .sort((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ passage }) => passage);
  };
}

/** Stems words, so that "wallets" finds "wallet". */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stemOf);
}
const stemOf = (word: string) => {
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
