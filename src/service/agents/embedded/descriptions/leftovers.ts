import { isDescribing, isUnknown } from '../words/cursor.js';
import { stem, type Token, tokensOf } from '../words/tokens.js';

/** The words of a description that its plan does not have, so that the card names them instead of losing them silently. */

const seams = /[,.;:!?()\n—–]+|\s(?:and|but|with|because)\s/u;
/** A part of so few words is an item of a list. */
const mostOfItem = 4;
const mostNamed = 6;

/** Words that describe no character, and those for a character of any kind. */
const empty =
  /^(?:guy|dude|man|woman|person|people|character|char|figure|somebody|someone|one|oc|thing|avatar|hero|npc|mascot|sort|kind|type|vibe|time|idea|style|name|named|called|today|tomorrow|yesterday|please|make|create|need|want|going|lot|bit)$/;

export const isContent = (token: Token): boolean =>
  (isUnknown(token) || isDescribing(token)) &&
  token.parts.size === 0 &&
  !empty.test(token.word) &&
  /\p{L}{3}/u.test(token.word);

/** @param prompt the description that was read from a message in English */
export function leftOut(line: string, prompt: string): string[] {
  const has = new Set(
    tokensOf(prompt).flatMap(({ said, word }) => [...said.split(/[\s-]+/), word].map(stem)),
  );
  const isKept = ({ said, word }: Token) => [word, ...said.split(/[\s-]+/)].some((one) => has.has(stem(one)));
  const parts = line.split(seams).map((part) => tokensOf(part));
  const first = parts.findIndex((part) => part.some((token) => isContent(token) && isKept(token)));
  const lost = parts.flatMap((part, at) => {
    const content = part.filter(isContent);
    const isDescribing = content.some(isKept);
    const isItem = at > first && first >= 0 && part.length <= mostOfItem;
    return isDescribing || isItem ? content.filter((token) => !isKept(token)) : [];
  });
  return [...new Set(lost.map(({ said }) => said.toLowerCase()))].slice(0, mostNamed);
}
