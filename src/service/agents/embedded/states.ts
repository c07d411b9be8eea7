import { become, type DraftChange } from './draft.js';
import { isLook, phraseOf } from './lexis.js';

/** Changes said as facts about the character: "the robe is midnight blue", "the pipe has to go". */

const leaving = /^(?:the |its |his |her |their )?([\w -]+?) (?:(?:has|have|needs?) to|must|should|can) go$/i;
const being =
  /^(?:the|its|his|her|their) ([\w-]+) (?:is|are|becomes?|stays?)(?: now| actually)? ([\w -]+?)(?: with ([\w -]+?))?(?: now| actually)?$/i;
/** "One head is fine". */
const sufficing =
  /^((?:one|two|three|four|five|six|\d) [\w-]+) (?:is|are|would be|will do)(?: just)?(?: (?:fine|enough|ok(?:ay)?|good|plenty))?$/i;
const preferring =
  /^i (?:liked?|prefer(?:red)?) (?:(?:it|him|her|them) |the )?([\w-]+)(?: (?:more|better|look))*$/i;

export function statedIn(said: string): DraftChange[] {
  const gone = leaving.exec(said)?.[1];
  if (gone && phraseOf(gone).hasThings) return [{ kind: 'remove', what: gone }];
  const [, part = '', look = '', things] = being.exec(said) ?? [];
  if (phraseOf(part).hasThings && isLook(look) && (!things || phraseOf(things).understood.length > 0))
    return [become(look, part), ...(things ? [{ kind: 'add', what: things } as const] : [])];
  const enough = sufficing.exec(said)?.[1];
  if (enough && phraseOf(enough).hasThings) return [{ kind: 'add', what: enough }];
  const preferred = preferring.exec(said)?.[1];
  return preferred && isLook(preferred) ? [become(preferred, null)] : [];
}

/** "Remove the visor and the coat": one removal for each thing. */
export function eachRemoved(change: DraftChange): DraftChange[] {
  if (change.kind !== 'remove') return [change];
  const pieces = change.what.split(/\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+/i);
  const isList = pieces.length > 1 && pieces.every((one) => phraseOf(one).hasThings);
  return isList
    ? pieces.map((what) => ({ kind: 'remove', what: what.replace(/^(?:the|his|her|its) /i, '') }))
    : [change];
}
