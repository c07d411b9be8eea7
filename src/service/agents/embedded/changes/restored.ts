import type { TalkState, Wish } from '../wish.js';
import { is } from '../words/cursor.js';
import { isLook } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import { become, type DraftChange } from './change.js';
import { type Character, names, readCharacter, traitWith } from './character.js';
import { headOf, isInHead, thingNamed } from './planned.js';

/** Changes that bring back what an earlier version had. */

const restoring =
  /^(?:put|bring|add|give|get|keep|i want|i need)(?: (?:it|him|her|them|me))? (back )?(?:the|his|her|its|those) (?:[\w-]+ )?(?!back\b|again\b)([\w-]+)( back| again)?(?: on)?$/i;

const both =
  /^(?:keep|have|use|take|do|wear|i want|let'?s (?:keep|have|do)) (?:them )?both\b(?! of (?:you|us))|^both(?: of them)?$/i;

/** The things that the last change took away, beside those that it brought. */
function lostIn(draft: string, before: string): Wish | null {
  const now = readCharacter(draft);
  const lost = readCharacter(before).traits.filter(({ joint, text }) => {
    const noun = text.split(' ').at(-1)!;
    return !/without/i.test(joint) && traitWith(now, noun) === undefined;
  });
  return lost.length > 0 ? refined(...lost.map(withTrait)) : null;
}

const returned =
  /^(?:(?:go|come|change|switch|turn|put) )?(?:it )?back to (.+)$|^(?:i (?:liked?|preferred) )?(.+?) (?:was|looked|were) (?:much |way )?(?:better|nicer|cooler|best|good|fine|funnier)$|^i (?:liked?|preferred) (.+?) (?:more|better)$/i;

/** "Back to the red beard", "red was better": the look that the same thing had in an earlier version. */
function relookedIn(said: string, draft: string, versions: readonly string[]): Wish | null {
  const tokens = tokensOf(returned.exec(said)?.slice(1).find(Boolean) ?? '');
  const look = tokens.find((token) => token.look && !token.isThing)?.word;
  const thing = tokens.find((token) => token.isThing || thingNamed(draft, token.word))?.word;
  const isWhole = tokens.some((token) => is(token, 'version') || (token.isWho && !token.isThing));
  if (look === undefined || isWhole) return null;
  for (const version of versions.toReversed()) {
    const part = isInHead(version, look) ? null : thingNamed(version, look);
    const isThere = part === null ? isInHead(draft, look) : thingNamed(draft, look) === part;
    const isSame = part !== null || isInHead(version, look);
    if (isSame && !isThere && (!thing || (part !== null && names(part, thing))))
      return refined(become(look, part));
  }
  return null;
}

const refined = (...changes: DraftChange[]): Wish => ({ kind: 'refine', changes });
type Trait = Character['traits'][number];

/** The newest version that names a thing otherwise than the plan does, and how. */
function otherwise(thing: string, draft: string, versions: readonly string[]) {
  const now = traitWith(readCharacter(draft), thing)?.text;
  const at = versions.findLastIndex((one) => {
    const text = traitWith(readCharacter(one), thing)?.text;
    return text !== undefined && text !== now;
  });
  const trait = at < 0 ? undefined : traitWith(readCharacter(versions[at]!), thing);
  return trait && { at, trait };
}

/** "Undo the coat": the coat as it was, or none where no version before had one. */
const undoing =
  /^(?:undo|revert|reset|restore) (?:the|his|her|its|their|that) (?!last\b|changes?\b|undo\b)([\w-]+)\b(?! (?:steps?|changes?)\b)/i;
function undoneIn(said: string, draft: string, versions: readonly string[]): Wish | null {
  const thing = undoing.exec(said)?.[1];
  const isThere = thing !== undefined && traitWith(readCharacter(draft), thing) !== undefined;
  const old = thing ? otherwise(thing, draft, versions) : undefined;
  if (old && thing) return refined(...(isThere ? [without(thing)] : []), withTrait(old.trait));
  return isThere ? refined(without(thing)) : null;
}

const without = (what: string): DraftChange => ({ kind: 'remove', what });
const withTrait = ({ text }: Trait): DraftChange => ({ kind: 'add', what: text });

/** "The tutu was better", after it was exchanged for a raincoat. */
function preferredIn(said: string, draft: string, versions: readonly string[]): Wish | null {
  const found = tokensOf(returned.exec(said)?.slice(1).find(Boolean) ?? '');
  const thing = found.findLast(
    (token) => token.isThing || versions.some((one) => thingNamed(one, token.word)),
  );
  const isWhole = found.some((token) => is(token, 'version'));
  if (!thing || isWhole || traitWith(readCharacter(draft), thing.word)) return null;
  const old = otherwise(thing.word, draft, versions);
  if (!old) return null;
  const before = readCharacter(versions[old.at]!);
  const came = readCharacter(versions[old.at + 1] ?? draft).traits.filter(
    ({ text }) => !traitWith(before, headOf(text)) && thingNamed(draft, headOf(text)) !== null,
  );
  return refined(...(came.length === 1 ? [without(headOf(came[0]!.text))] : []), withTrait(old.trait));
}

/** "Ok no, the red one was better". */
const hesitating =
  /^(?:(?:ok(?:ay)?|no+|nah|nope|hm+|wait|actually|nvm|never ?mind|oh|well|sorry|but|honestly)[\s,.!]+)+/i;

/** "Put the hat back", "but keep the golden bow", "redo": as it was in an earlier version. */
export function restoredIn(line: string, { draft, past, undone }: TalkState): Wish | null {
  if (draft !== null && both.test(line)) return lostIn(draft, past.at(-1) ?? draft);
  const said = line.replace(hesitating, '');
  const [again] = undone;
  if (again && /^(?:redo|undo the undo)(?: (?:it|that|the change))?$/i.test(said))
    return { kind: 'make', prompt: again };
  if (draft === null) return null;
  const versions = [...past, ...undone];
  const found =
    undoneIn(said, draft, versions) ??
    relookedIn(said, draft, versions) ??
    preferredIn(said, draft, versions);
  if (found) return found;
  const [, before, thing = '', after] = restoring.exec(said) ?? [];
  const isBack = before !== undefined || after !== undefined || /^keep /i.test(said);
  if (!isBack || isLook(thing) || traitWith(readCharacter(draft), thing)) return null;
  const old = otherwise(thing, draft, versions);
  return old ? refined(withTrait(old.trait)) : null;
}
