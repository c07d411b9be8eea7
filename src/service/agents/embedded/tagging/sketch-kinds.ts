import { headOf } from '../changes/planned.js';
import { isNothingYet } from '../descriptions/naming.js';
import { isSpecies, phraseOf } from '../words/lexis.js';

/** What the marked words of a message say about one character, and which of its nouns says who it is. */

export type Sketch = { kind: string; also: string[]; looks: string[]; has: string[]; lacks: string[] };

/**
 * "A frog who is a postman": the engine's creature is the kind; other nouns for the same being stay as roles.
 * @param as a role of it, or a creature that it is too: "a unicorn that is also a dragon"
 */
export function joinKind(sketch: Sketch, noun: string, as: 'role' | 'both' | null = null): void {
  const [one, other] = [sketch.kind, noun].map((kind) => phraseOf(kind));
  const isHerd = isPlural(headOf(noun)) && sketch.kind !== '' && !isPlural(headOf(sketch.kind));
  if (isHerd) {
    sketch.has.push(noun); // fishes that a woman sells
    return;
  }
  if (!other!.isCharacter) {
    if (as !== null && isRoleLike(noun) && !other!.hasThings) sketch.also.push(noun);
    else sketch.has.push(noun);
    return;
  }
  if (as === 'both' && isCreature(sketch.kind) && isCreature(noun)) sketch.kind = `${sketch.kind} ${noun}`;
  else if (headOf(sketch.kind) === headOf(noun)) sketch.kind = longer(sketch.kind, noun);
  else if (!one!.isCharacter) {
    if (isRoleLike(sketch.kind)) sketch.also.push(sketch.kind);
    sketch.kind = noun;
  } else if (isCreature(noun) && !(one!.unknown.length === 0 && other!.unknown.length > 0)) {
    // A guardian who is a bear; of two creatures the later one corrects the other.
    if (!isCreature(sketch.kind)) sketch.also.push(sketch.kind);
    sketch.kind = noun;
  } else sketch.also.push(noun);
}

/** A driver is a creature only as a driver ant. */
export const isCreature = (noun: string): boolean =>
  isSpecies(headOf(noun)) && phraseOf(headOf(noun)).isCharacter;

const isPlural = (noun: string): boolean => /[^suia]s$/i.test(noun);

const longer = (one: string, other: string): string => (other.length >= one.length ? other : one);

/** A word that may be a role, though the engine does not know it: "umpire". */
const isRoleLike = (noun: string): boolean =>
  noun !== '' && !isAnybody(noun) && !occasion.test(noun) && noun.split(' ').length <= mostOfRole;
const mostOfRole = 3;
const occasion =
  /\b(?:one-?shot|campaign|game|stream|band|team|club|party|set|jam|project|contest|world|server|hi|hello|salaam)$/i;

/** "A character", "a vrc avatar". */
export const isAnybody = (kind: string): boolean =>
  isNothingYet(kind) ||
  undecided.test(kind) ||
  (general.test(kind) && !phraseOf(kind.replace(general, '')).isCharacter);
const undecided = /^(?:can'?t|cannot|don'?t|idk|not sure|surprise|whatever|anything|something)\b/i;
const general = /\b(?:avatar|character|model|oc|npc|figure|rig|mascot|persona|protagonist|enemy)s?$/i;

/** "Wolf girl avatar for vrchat" is a wolf girl. */
export const withoutGeneral = (kind: string): string => {
  const rest = kind
    .replace(/^(?:npc|oc|enemy|mascot|character)\s+(?=\S)/i, '')
    .replace(/\s+(?:avatar|character|model|oc|npc|figure|rig|mascot|persona)(?:\s+for\b.*)?$/i, '');
  return phraseOf(rest).isCharacter ? rest : kind;
};
