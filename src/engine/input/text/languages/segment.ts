/** Splits a sentence of another language into entries of its dictionary. */
import { type Dictionary, type Entry, foldEntry, phraseForms } from './dictionary.js';
import { simplify } from './variants.js';

/** `entry` is null for what the dictionary does not have; `english` then keeps it as it is. */
export type Token = { said: string; english: string; kind: Entry['kind'] | 'mark' | 'unknown' };

const unit = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|[,.;:、。，；：!?！？]|\p{Extended_Pictographic}\p{M}*/gu;
const mark = /^[,.;:、。，；：!?！？]$/;

const unknown = (said: string): Token => ({ said, english: said, kind: 'unknown' });
const known = (said: string, { english, kind }: Entry): Token => ({ said, english, kind });

export function segment(text: string, dictionary: Dictionary): Token[] {
  const units = foldEntry(text).match(unit) ?? [];
  const tokens: Token[] = [];
  for (let at = 0; at < units.length; ) {
    const one = units[at]!;
    const found = mark.test(one) || !dictionary.spaced ? null : phraseAt(units, at, dictionary);
    if (mark.test(one)) tokens.push({ said: one, english: /[,、，]/.test(one) ? ',' : '.', kind: 'mark' });
    else if (found) tokens.push(known(found.said, found.entry));
    else tokens.push(...inside(one, dictionary));
    at += found?.length ?? 1;
  }
  return tokens;
}

/** The longest entry that begins at a word, inflected or not. */
function phraseAt(units: readonly string[], at: number, { exact, stems, endings, longest }: Dictionary) {
  for (let length = Math.min(longest, units.length - at); length > 0; length--) {
    const said = units.slice(at, at + length).join(' ');
    const entry = exact.get(said) ?? inflected(units.slice(at, at + length), { exact, stems, endings });
    if (entry) return { said, entry, length };
  }
  return null;
}

export function inflected(
  words: readonly string[],
  { exact, stems, endings }: Pick<Dictionary, 'exact' | 'stems' | 'endings'>,
): Entry | undefined {
  for (const form of phraseForms(words, endings)) {
    const entry = exact.get(form) ?? stems.get(form);
    if (entry) return entry;
  }
  return undefined;
}

/** Parts of a word: those of a compound, of a word with particles, or of a sentence without spaces. */
function inside(word: string, dictionary: Dictionary): Token[] {
  if (!dictionary.spaced) return unspaced(word, dictionary);
  if (dictionary.compounds) return compound(word, dictionary) ?? [unknown(word)];
  return dictionary.endings.length === 0 ? particled(word, dictionary) : [unknown(word)];
}

/** Korean puts what is counted behind a number: "8살" is eight years. */
function particled(word: string, dictionary: Dictionary): Token[] {
  const number = /^\d+/.exec(word)?.[0];
  const rest = agglutinated(word.slice(number?.length ?? 0), dictionary);
  if (!rest) return [unknown(word)];
  return number ? [unknown(number), ...rest] : rest;
}

const shortestPart = 3;
const joints = ['', 's', 'n', 'en', 'es', 'er'];

/** "Katzenohren" is "Katze" and "Ohren". */
function compound(word: string, { exact, stems, endings }: Dictionary): Token[] | null {
  for (let at = word.length - shortestPart; at >= shortestPart; at--) {
    const second = inflected([word.slice(at)], { exact, stems, endings });
    if (second?.kind !== 'noun') continue;
    for (const joint of joints) {
      const head = word.slice(0, at);
      if (!head.endsWith(joint)) continue;
      const own = head.slice(0, head.length - joint.length);
      const first = exact.get(own) ?? stems.get(own);
      if (first && (first.kind === 'noun' || first.kind === 'adjective'))
        return [{ ...known(head, first), kind: 'adjective' }, known(word, second)];
    }
  }
  return null;
}

/** Korean: a word and its particles, all of which must be known. Remembers the endings that have no reading. */
function agglutinated(word: string, dictionary: Dictionary, failed = new Set<string>()): Token[] | null {
  if (word === '') return [];
  if (failed.has(word)) return null;
  for (let length = Math.min(dictionary.longest * 6, word.length); length > 0; length--) {
    const entry = dictionary.exact.get(word.slice(0, length));
    const rest = entry ? agglutinated(word.slice(length), dictionary, failed) : null;
    if (entry && rest) return [known(word.slice(0, length), entry), ...rest];
  }
  failed.add(word);
  return null;
}

/** Japanese and Chinese: the longest entry at each place. */
function unspaced(text: string, { exact, longest, variants }: Dictionary): Token[] {
  const simplified = simplify(text, variants);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longest, text.length - at);
    while (length > 0 && !exact.has(simplified.slice(at, at + length))) length--;
    const said = text.slice(at, at + Math.max(1, length));
    const last = tokens.at(-1);
    if (length > 0) tokens.push(known(said, exact.get(simplified.slice(at, at + length))!));
    else if (last?.kind === 'unknown') tokens[tokens.length - 1] = unknown(last.said + said);
    else tokens.push(unknown(said));
    at += said.length;
  }
  return tokens;
}
