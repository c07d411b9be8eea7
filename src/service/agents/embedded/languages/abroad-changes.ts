import type { Token } from '../../../../engine/input/text/languages/segment.js';
import { phraseOf } from '../words/lexis.js';
import { isBodyPart } from '../words/nouns.js';
import { tokensOf } from '../words/tokens.js';

/**
 * What a message in another language names, as an English description, question or order. Languages order its words
 * differently, so that it is read as the things that it names and how they look.
 */

/** A thing with its own looks, and those that a clause says it should have. */
type Named = { noun: string; head: string; isThing: boolean; looks: string[] };

const words = ({ english }: Token) => tokensOf(english.replace('<', ''));
const isNoun = (token: Token): boolean =>
  token.kind === 'noun' ||
  token.kind === 'unknown' ||
  (token.kind === 'word' && words(token).some(({ isThing, isWho }) => isThing || isWho));
const isLook = (token: Token): boolean =>
  token.kind === 'adjective' ||
  (/^(?:word|after)$/.test(token.kind) && words(token).some(({ look, isCount }) => look !== null || isCount));
const isThing = (token: Token): boolean => !words(token).some((one) => one.isWho && !one.isThing);
const isDegree = ({ english }: Token): boolean => /^(?:more|less|too|a bit|very|not|much|and)$/.test(english);

/** The things of a clause in order, the looks before the first of them, and where a thing belongs. */
function namesIn(tokens: readonly Token[]): { named: Named[]; looks: string[]; place: string } {
  const named: Named[] = [];
  const looks: string[] = [];
  let place = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (/^(?:on|in|over|at)$/.test(token.english) && isBodyPart(tokens[at + 1]?.english ?? '')) {
      place = ` on ${tokens[at + 1]!.english}`;
      at += 1;
    } else if (isNoun(token)) {
      const before = named.at(-1);
      const isCompound = before && !before.isThing && isNoun(tokens[at - 1]!) && before.looks.length === 0;
      if (isCompound)
        Object.assign(before, {
          noun: `${before.noun} ${token.english}`,
          head: token.english,
          isThing: isThing(token),
        });
      else {
        const own = ownLooks(tokens, at);
        const mine = named.length > 0 ? named.at(-1)!.looks : looks;
        mine.splice(mine.length - own.length);
        const lack = tokens[at - own.length - 1]?.english === 'without' ? ['without'] : [];
        const noun = [...lack, ...own, token.english].join(' ');
        named.push({ noun, head: token.english, isThing: isThing(token), looks: [] });
      }
    } else if (isLook(token)) {
      const degree = tokens[at - 1] && isDegree(tokens[at - 1]!) ? `${tokens[at - 1]!.english} ` : '';
      (named.at(-1)?.looks ?? looks).push(`${degree === 'and ' ? '' : degree}${token.english}`);
    }
  }
  return { named, looks, place };
}

/** The adjectives right before a noun. */
function ownLooks(tokens: readonly Token[], at: number): string[] {
  const own: string[] = [];
  for (let i = at - 1; i >= 0 && isLook(tokens[i]!) && !isNoun(tokens[i]!); i--)
    own.unshift(tokens[i]!.english);
  return own;
}

/** A question about the character; null for other ones. */
export function englishQuestion(tokens: readonly Token[]): string | null {
  const asks = (english: string) => tokens.some((token) => token.english === english);
  const { named, looks } = namesIn(tokens);
  const thing = named.find((one) => one.isThing && phraseOf(one.noun).hasThings);
  if (asks('what colour')) return `what colour is ${thing ? `the ${thing.noun}` : 'it'}`;
  if (asks('how many')) return thing ? `how many ${thing.noun} does it have` : null;
  if (asks('what')) return thing ? null : `what is it ${asks('holding') ? 'holding' : 'wearing'}`;
  const wanted = [...looks, ...(thing?.looks ?? [])];
  if (wanted.some((look) => look.endsWith('ing'))) return null; // "can it dance"
  if (wanted.length > 0) return `is ${thing ? `the ${thing.noun}` : 'it'} ${wanted.join(' ')}`;
  return thing ? `does it have a ${thing.noun}` : null;
}

/** "The dress longer": how the character or one of its things is to look. */
export function englishChange(tokens: readonly Token[]): string | null {
  const { named, looks } = namesIn(tokens);
  const [one, ...others] = named;
  const all = [...looks, ...(one?.looks ?? [])].join(' and ');
  if (others.length > 0 || all === '' || (one && !one.isThing)) return null;
  return one ? `make the ${one.noun} ${all}` : `make it ${all}`;
}

/** "Blue now": how the character is to look, where nothing else is named. */
export function englishLooks(tokens: readonly Token[]): string | null {
  const { named, looks } = namesIn(tokens);
  return named.length === 0 && looks.length > 0 ? `make it ${looks.join(' and ')}` : null;
}
