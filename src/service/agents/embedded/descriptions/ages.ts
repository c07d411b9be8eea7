import { numberIn } from '../words/numbers.js';

/** The age of a character, which members tell in many ways: "she's 24", "mid 60s", "um die 50", ", 35ish,". */

export type Aged = {
  years: number | null;
  /** The message without the words that tell the age. */
  rest: string;
};

const tens = ['twen', 'thir', 'for', 'fif', 'six', 'seven', 'eigh', 'nine'] as const;
const spelt = tens.map((ten) => `${ten}ty`).join('|');
const decade = tens.map((ten) => `${ten}ties`).join('|');
const number = `\\d{1,3}|${spelt}`;
const about = '(?:(?:about|around|roughly|approx\\.?|like|only|just|maybe|probably|now|ca\\.?)\\s+)*';
const old = '(?:\\s*(?:-\\s*)?(?:years?|yrs?)(?:[ -]*old(?!s\\b)|[ -]of[ -]age)|\\s*y/?o\\b)';
const subject = "(?:(?:and|who|but)\\s+)?(?:he|she|they|it)(?:'?s|\\s+is|'re|\\s+are)\\s+";
const end = '(?=\\s*(?:$|[,.;:!?)]|and\\b|with\\b|but\\b|\\bw\\b))';
const start = '(?<=^|[,.;:(!?]\\s*)';

/** `years`: a number; `tens`: a decade, with its part. */
const english: readonly RegExp[] = [
  `(?:${subject}|\\baged?:?\\s+|\\bage of\\s+)${about}(?<years>${number})(?:ish)?(?:${old})?${end}`,
  `(?:${subject})?${about}\\b(?<years>${number})${old}`,
  `(?:${subject})?\\b(?:in (?:his|her|their)\\s+)(?:(?<part>early|mid|middle|late)[- ]?)?(?<tens>\\d0'?s|${decade})\\b`,
  `(?:${subject})?\\b(?<part>early|mid|late)[- ]?(?<tens>\\d0'?s|${decade})\\b`,
  `${start}${about}(?<tens>\\d0'?s|${decade})${end}`,
  `(?:${subject})?\\b(?<years>\\d\\d|${spelt})[- ]?ish\\b`,
  `\\b(?:about|around|roughly)\\s+(?<years>\\d\\d|${spelt})${end}`,
  `${start}(?<years>\\d{1,2})(?=\\s*(?:$|[,.;]))`,
  `\\bmiddle[- ]?aged\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

const others: Readonly<Record<string, readonly RegExp[]>> = {
  de: [
    /(?:(?:er|sie|es) ist\s+)?(?:(?:so|etwa|circa|ca\.?|ungef\u00e4hr)\s+)*\b(?:um die|anfang|mitte|ende)\s+(?<years>\d\d)\b/i,
    /(?:(?:er|sie|es) ist\s+)?\b(?<years>\d{1,3})\s+jahre(?:\s+alt)?\b|\b(?<older>\d{1,3})-?j\u00e4hrige[rsnm]?\b/i,
  ],
  es: [/(?:tiene\s+|de\s+)?(?:unos\s+)?\b(?<years>\d{1,3})\s+a\u00f1os\b/i],
  fr: [/(?:(?:il|elle) a\s+|\u00e2g\u00e9e?\s+de\s+|d'environ\s+|de\s+)?\b(?<years>\d{1,3})\s+ans\b/i],
  pt: [/(?:tem\s+|de\s+|com\s+)?(?:uns\s+)?\b(?<years>\d{1,3})\s+anos\b/i],
  ru: [/(?:(?:ему|ей)\s+)?(?:лет\s+)?(?<years>\d{1,3})\s+(?:лет|года?)/i],
};

const within = { early: 2, mid: 5, middle: 5, late: 8 };
/** Of vampires and gods it is a story. */
const oldest = 110;
const middleAged = 50;
const spoken = (text: string): number | null => {
  const at = tens.findIndex((ten) => text.toLowerCase().startsWith(ten));
  return at >= 0 ? (at + 2) * 10 : numberIn(text);
};

function yearsOf({ years, older, tens: ten, part }: Record<string, string | undefined>): number | null {
  const said = years ?? older;
  if (said) return spoken(said);
  if (!ten) return middleAged;
  const first = /\d/.test(ten) ? Number(ten[0]) * 10 : spoken(ten);
  return first === null ? null : first + (within[part?.toLowerCase() as keyof typeof within] ?? within.mid);
}

/** "Something my 5 year old would like", "my son, 7, wants a shark": the age of others. */
const owning = /\b(?:my|our)\s*$/i;
const related = /\b(?:my|our) [\p{L}-]+[\s,(]*$/iu;
const telling = /^[\s,)]*(?:wants?|drew|loves?|likes?|asked|made|would|who|and)\b/i;

const tidied = (text: string): string =>
  text
    .replace(/[ ,]+(?=[,.;])/g, '')
    .replace(/^[\s,.;]+|[,\s]+$/g, '')
    .replace(/\s+/g, ' ');

/** @param language of the message, null for English */
export function agedIn(line: string, language: string | null): Aged {
  for (const pattern of language === null ? english : (others[language] ?? [])) {
    const found = pattern.exec(line);
    const years = found && yearsOf(found.groups ?? {});
    if (!found || years === null || years === 0 || years > oldest) continue;
    const [before, after] = [line.slice(0, found.index), line.slice(found.index + found[0].length)];
    if (owning.test(before) || (related.test(before) && telling.test(after))) continue;
    const isListed = /(?:^|[,.;:!?(])\s*$/.test(before);
    const rest = isListed ? before + after.replace(/^\s*[,;]\s*/, '') : before.replace(/\s+$/, ' ') + after;
    return { years, rest: tidied(rest) };
  }
  return { years: null, rest: line };
}
