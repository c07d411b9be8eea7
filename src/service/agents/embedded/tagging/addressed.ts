import { readCharacter } from '../changes/character.js';
import { charactersOf, ordinals } from '../changes/earlier.js';
import { newestNamed } from '../changes/references.js';
import type { TalkState, Wish } from '../wish.js';

/** Messages that begin with which character they are about: a new one, or another one of the conversation. */

type Read = (line: string, talk: TalkState) => Wish[];

/** "Ok second: a lift operator", "third is just a guy named Doug": another character, whatever the plan is. */
const newcomer =
  /^(?:(?:ok(?:ay)?|now|and|so|then|alright|also)[\s,]+)*(?:(?:the )?(?:second|third|fourth|fifth|next)(?: (?:one|character|guy|npc))?(?: is(?: just)?|\s*[:,-])|(?:new|another) (?:one|character|guy|npc)(?: then)?\s*[:.,-])\s+(?=\S+ \S)/i;
/** "For the first one, the tavern keeper, a bigger mug". */
const addressing =
  /^(?:(?:ok(?:ay)?|now|and|so|then|alright|also)[\s,]+)*(?:for|on|with) the (first|second|third|fourth|fifth|last|other)(?: (?:one|character|guy|npc))?(?:, (?:the|that) (?:[\w-]+ )*?([\w-]+))?\s*[:,-]\s+(?=\S+ \S)/i;

export function otherIn(line: string, talk: TalkState, read: Read): Wish[] | null {
  const addressed = addressedIn(line, talk, read);
  const rest = line.replace(newcomer, '');
  if (addressed || rest === line) return addressed;
  const wishes = read(rest, { ...talk, draft: null });
  return wishes[0]?.kind === 'make' ? wishes : null;
}

function addressedIn(line: string, talk: TalkState, read: Read): Wish[] | null {
  const { draft, past } = talk;
  const [opening, order = '', noun] = addressing.exec(line) ?? [];
  if (opening === undefined || draft === null) return null;
  const named = noun && newestNamed(noun.toLowerCase(), readCharacter(draft).kind, past);
  const all = charactersOf(talk);
  const other = /^other$/i.test(order) ? all.findLast((one) => one !== draft) : undefined;
  const on = named || (other ?? all.at(ordinals.indexOf(order.toLowerCase())));
  const [wish] = on ? read(line.slice(opening.length), { ...talk, draft: on, focus: null }) : [];
  return wish?.kind === 'refine' ? [{ ...wish, on: wish.on ?? on! }] : null;
}
