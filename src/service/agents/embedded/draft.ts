import { phraseOf } from './lexis.js';

/** A change to the character under discussion. */
export type DraftChange =
  | { kind: 'become'; words: string; part: string | null }
  | { kind: 'add'; what: string }
  | { kind: 'remove'; what: string }
  | { kind: 'replace'; what: string }
  | { kind: 'swap'; what: string; for: string };

/** Words for the same property; a new one replaces an old one. */
const groups: readonly (readonly string[])[] = [
  'red blue green yellow orange purple pink black white grey gray brown gold golden silver teal turquoise cyan magenta violet crimson beige cream'.split(
    ' ',
  ),
  'big small tiny huge giant tall short large little'.split(' '),
  'fat thin slim chubby skinny strong muscular round'.split(' '),
  'young old'.split(' '),
];
export const softeners =
  /\b(?:a (?:bit|little|lot)|much|more|really|very|slightly|please|too|even|so|also|as well|instead|now|then)\b/g;
const tail = /\s+(?:with|wearing|holding|carrying|in|on|who|that|without)\b/;

/** Works the change into the prompt: "a red fox" made blue is "a blue fox". */
export function refine(prompt: string, change: DraftChange): string {
  const changed = apply(prompt, change).replace(/\s+/g, ' ').replace(/\s+,/g, ',').trim();
  return changed.replace(/\b([Aa])n? (?=(\w))/g, (_, a: string, first: string) =>
    /[aeiou]/i.test(first) ? `${a}n ` : `${a} `,
  );
}

function apply(prompt: string, change: DraftChange): string {
  if (change.kind === 'replace') return change.what + prompt.slice(headOf(prompt).length);
  if (change.kind === 'add') return `${prompt}${/\bwith\b/.test(prompt) ? ' and' : ' with'} ${change.what}`;
  if (change.kind === 'swap')
    return apply(apply(prompt, { kind: 'remove', what: change.what }), { kind: 'add', what: change.for });
  if (change.kind === 'remove') return without(prompt, lastWord(change.what));
  const words = change.words.replace(softeners, ' ').trim().split(/\s+/).map(positive).join(' ');
  return change.part ? describePart(prompt, change.part, words) : describeHead(prompt, words);
}

const headOf = (prompt: string) => prompt.slice(0, tail.exec(prompt)?.index ?? prompt.length);
const lastWord = (text: string) => text.trim().split(/\s+/).at(-1) ?? '';

/** "bigger" becomes "big": members compare with what they see, a prompt describes. */
export function positive(word: string): string {
  if (!word.endsWith('er')) return word;
  const stem = word.replace(/er$/, '');
  const forms = [stem, stem.replace(/(.)\1$/, '$1'), `${stem}e`, stem.replace(/i$/, 'y')];
  const known = groups.flat();
  const isUnderstood = (one: string) => one.length > 3 && phraseOf(one).understood.includes(one);
  if (phraseOf(word).unknown.length === 0) return forms.find((one) => known.includes(one)) ?? word;
  return forms.find((one) => known.includes(one)) ?? forms.find(isUnderstood) ?? word;
}

function describeHead(prompt: string, words: string): string {
  const head = headOf(prompt);
  const article = /^(?:an?|the|my|some|two|three)\s+/i.exec(head)?.[0] ?? '';
  const kept = withoutRivals(head.slice(article.length), words);
  return `${article}${words} ${kept}${prompt.slice(head.length)}`;
}

function describePart(prompt: string, part: string, words: string): string {
  const found = new RegExp(`((?:\\b[\\w-]+\\s+){0,2})\\b${literally(part)}\\b`, 'i').exec(prompt);
  if (!found) return apply(prompt, { kind: 'add', what: `a ${words} ${part}` });
  const before = withoutRivals(found[1] ?? '', words);
  const after = prompt.slice(found.index + found[0].length);
  return `${prompt.slice(0, found.index)}${before} ${words} ${part}${after}`;
}

function withoutRivals(text: string, words: string): string {
  const rivals = groups.filter((group) => words.split(' ').some((word) => group.includes(word))).flat();
  return text
    .split(/\s+/)
    .filter((word) => !rivals.includes(word.toLowerCase()))
    .join(' ');
}

function without(prompt: string, noun: string): string {
  const joint = '(\\s*,|\\s+and|\\s+with|\\s+wearing|\\s+holding)?';
  const found = new RegExp(
    `${joint}\\s+(?:(?!and\\b|with\\b)[\\w-]+\\s+){0,5}?${literally(noun)}\\b`,
    'i',
  ).exec(prompt);
  if (!found) return prompt;
  const rest = prompt.slice(found.index + found[0].length);
  const opensList = /with|wearing|holding/.test(found[1] ?? '');
  return (
    prompt.slice(0, found.index) + (opensList ? rest.replace(/^(?:\s*,|\s+and)\b/, found[1] ?? '') : rest)
  );
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
