import { isSpecies, phraseOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';

/**
 * Whether a message describes more than one character. Two nouns for one being, corrections ("no, a toad") and choices
 * ("walrus it is") are one: several cards need a count, a list, or words such as "another".
 */

const others =
  /\b(?:(?:another|a (?:second|third|different)|the (?:second|third|other|next))(?: (?:one|guy|character|npc|enemy|girl|boy))?|(?:first|firstly|one) [^.;]*\b(?:then|second|secondly|lastly|the other|and one)|each (?:with|has|of them)|(?:his|her|its|their) (?:friend|brother|sister|twin|sidekick|companion|rival|wife|husband|mate)s?(?: is)?\b)/i;

/** "3 goblins", "two brothers", "some enemies". */
function countsBeings(line: string): boolean {
  const tokens = tokensOf(line);
  return tokens.some((token, at) => {
    const isCount =
      (token.isCount && !/^(?:one|1|a)$/.test(token.word)) || /^(?:both|several|few|some)$/.test(token.word);
    if (!isCount) return false;
    const near = tokens.slice(at + 1, at + 4);
    const end = near.findIndex((one) => one.mark !== null);
    const whos = (end < 0 ? near : near.slice(0, end)).filter(({ word }) =>
      /[^s]s$|^(?:men|women|people|mice|geese|dwarves|elves)$/.test(word),
    );
    return whos.some((one) => (one.isWho && !one.isThing) || beings.test(one.word));
  });
}
const beings =
  /^(?:npcs|enemies|characters|guys|avatars|mascots|ocs|figures|friends|brothers|sisters|twins|villains|heroes|bosses|mobs)$/;

export const isOfSeveral = (line: string): boolean => others.test(line) || countsBeings(line);

/** Words after which a noun corrects or explains the one before. */
const correcting =
  /\b(?:no|nah|not|but|actually|well|mean|meant|rather|instead|wait|hm+|or|maybe|lets? say|it'?s|he'?s|she'?s|hes|shes|they'?re|is|who|that|also|as|like|than|because|called|versus)\b/i;
const listing =
  /^\s*(?:[,、，;]\s*|[,、，]?\s*(?:and|&|plus|\+|n|und|et|y|e|и|と|와|과|和)\s*)(?:then\s+)?(?:an?|one|another|the|two|three|four|\d|eine?n?|une?|un[ao]?|uma?|一[只个])\s*$/i;
/** "A nutcracker, the soldier kind" and "a mount, a toad" are one, "a fox, a bear and a cat" are three. */
export const joining = /\b(?:and|plus|n|und|et|y|e|и)\b|[&+とと와과和]/i;
const separating = /^\s*(?:[,;+/、，.]|and|&|plus|n|then)+(?:\s+(?:and|then|an?|the|one))*\s*$/i;

/** Whether a noun names another character than the one before it. @param isList whether commas may join several */
export function isAnotherOne(
  before: { kind: string; isDescribed: boolean },
  next: { kind: string; lead: string; isDescribed: boolean },
  isGroup: boolean,
  isList = true,
): boolean {
  if (!phraseOf(next.kind).isCharacter || !phraseOf(before.kind).isCharacter) return false;
  const [one, other] = [before.kind, next.kind].map((kind) => lastOf(kind));
  if (one === other && !isGroup) return false;
  if (isGroup && !/\b(?:it'?s|he'?s|she'?s|hes|shes|is|who|but|also)\b[^.;]*$/i.test(next.lead)) return true;
  if (correcting.test(next.lead)) return false;
  const areBeings = isNamed(before.kind) && isNamed(next.kind);
  if (listing.test(next.lead)) return areBeings && (isList || joining.test(next.lead));
  return areBeings && before.isDescribed && next.isDescribed && separating.test(next.lead);
}

/** Roles and creatures: "woman" or "guy" only says more about a character. */
const isNamed = (kind: string): boolean =>
  !general.test(lastOf(kind)) && (isSpecies(lastOf(kind)) || tokensOf(kind).some(({ isWho }) => isWho));
const general =
  /^(?:(?:wo)?m[ae]n|girl|boy|lady|guy|dude|lad|chick|person|people|kid|child|human|fellow|gal|one|character|figure)$/;

const lastOf = (kind: string): string => kind.toLowerCase().split(/\s+/).at(-1) ?? '';
