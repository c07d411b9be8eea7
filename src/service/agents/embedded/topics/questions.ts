import type { Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';

/** Questions about a character that could be made. A question is answered; it shows no card. */

/** "Can you make dragons?", in the plural and not "for me": whether it can be made at all. */
const able =
  /^(?:(?:can|could|do|will) (?:you|u|i|we|it|rigsmith|the bot)(?: (?:even|also|really|only))? (?:make|do|create|rig|build|design|generate|support|have)|are there|is it possible to (?:make|have|get|create|do)) ((?!me\b|us\b|an?\b|the\b|my\b|it\b|this\b|that\b|some\b|one\b|something\b|anything\b)[\w -]+?)(?: (?:too|here|as well|at all|with this))?\s*\?*$/i;
const possible =
  /^(?:(?:is|are|would|will|does|do) (an? .+?|[\w -]+?) (?:be )?(?:possible|doable|ok|allowed|work)|(?:is it|would it be) possible to (?:make|have|get|create|do) (an? .+?)|do you (?:make|do|have|support) (an? .+?))\s*\?*$/i;
const priced =
  /^(?:how much|what)(?:'s| is| are| does| do| would| will| for)?(?: the (?:price|cost) (?:of|for))? (an? (?!rig\b|character\b|model\b|credit\b|pack\b)[\w -]+?|[\w-]+s)(?: (?:be|cost|costs))?(?: (?:me|us))?\s*\?*$/i;

/** One of the things named in the plural: "a dragon" of "dragons". Null for names, such as Santa Claus. */
function oneOf(words: string): string | null {
  if (/^an? /i.test(words)) return isNamed(words) ? words : null;
  const singles = [
    words.replace(/ies$/, 'y'),
    words.replace(/ves$/, 'f'),
    words.replace(/es$/, ''),
    words.slice(0, -1),
  ];
  const single = /s$/i.test(words) && singles.find((one) => one !== words && isNamed(one));
  if (!single) return null;
  return `${/^[aeiou]/i.test(single) ? 'an' : 'a'} ${single}`;
}

/** @param line without formatting, with its question mark */
export function questionIn(line: string): Wish | null {
  const asked = line.replace(/[.!\s]+$/, '');
  const plural = able.exec(asked)?.[1];
  const [, single, made, offered] = possible.exec(asked) ?? [];
  const wanted = oneOf(single ?? made ?? offered ?? plural ?? '');
  if (wanted) return { kind: 'able', prompt: wanted };
  const bare = /^((?:an? )?[\w-]+)\s*\?+$/i.exec(asked)?.[1];
  if (bare && isNamed(bare)) return { kind: 'able', prompt: /^an? /i.test(bare) ? bare : `a ${bare}` };
  const cost = /\b(?:how much|price|cost)/i.test(asked) ? priced.exec(asked)?.[1] : undefined;
  const listed = cost?.split(/,? and |, /) ?? [];
  if (listed.length > 1 && listed.every(isNamed)) return { kind: 'sum', sum: { count: listed.length } };
  const prompt = cost ? oneOf(cost) : null;
  return prompt ? { kind: 'price', prompt } : null;
}

function isNamed(words: string): boolean {
  const { isCharacter, unknown } = phraseOf(words);
  return isCharacter && unknown.length === 0;
}

/** What a member says about files that are not to be rigged. */
const otherUse =
  /\b(?:summar\w+|tl;?dr|describe|translate|read|explain|caption|proof ?read|review|analy[sz]e|crop|resize|upscale|edit|transparent|watermark|colou?ri[sz]e|meme|joke|funny|lo+l|look at|check (?:this|it) out|error|screenshot|bug|what(?:'s| is| do you see| does| are| can you see)|who(?:'s| is)|why|where|when|play|listen|sell|receipt|rate (?:this|my))\b/i;
const forRigging =
  /\b(?:rig|rigs|rigged|rigging|skeleton|bones?|joints|3d|character|model|animat\w+|turn (?:this|it|that|him|her|my|these) into|make (?:this|it|that|him|her|them|these|me|my|an?)|convert|views?)\b/i;
export const isOtherUse = (text: string): boolean => otherUse.test(text) && !forRigging.test(text);
export const isForRigging = (text: string): boolean => text.trim() === '' || forRigging.test(text);
