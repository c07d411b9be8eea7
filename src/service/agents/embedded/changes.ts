import { changeIn, traitIn } from './change-patterns.js';
import { easedIn } from './degrees.js';
import { become, type DraftChange, withArticle } from './draft.js';
import { isLook, phraseOf } from './lexis.js';
import { eachRemoved, statedIn } from './states.js';

const maxChanges = 4;

/** Words before a change that add nothing to it. */
const prelude =
  /^(?:(?:(?:keep (?:everything|all|it|that|(?:the|his|her|its) [\w-]+)(?: (?:else|the same|as it is))?|(?:the |exactly )?same(?: (?:one|thing|again))?)(?:,| but| and| just)+|(?:what|how) about|(?:the [\w-]+ (?:is|are)|(?:it|he|she)(?:'?s| is)) (?:nice|good|great|fine|cool|ok(?:ay)?|perfect|cute),? but|i (?:like|love) (?:it|that|the [\w-]+),? but|(?:(?:can|could) (?:we|you|i|u) |let'?s )?(?:try|see|do) (?:it|him|her|this|that)(?= (?:with|in|without)\b)|or|but|only|just|(?:[\w' -]{3,40},? but )?[\w' -]{3,60}, so(?: please)?(?= (?:leave|remove|drop|lose|take|add|give|make|no)\b)|and then|then|maybe|also|plus|and|no(?= like an? )|(?:(?:some(?:thing|one)|more|rather|no) )?like(?= an? (?:[\w-]+ )?one\b))\s+)+/i;
/** "Make everything blue". */
const whole =
  /^(make|turn|paint|colou?r) (?:everything|both(?: of (?:it|them))?|all of (?:it|him|her|them)|the (?:whole|entire) (?:thing|character)|the (?:character|creature))(?= )/i;
/** "Less stuff, just the nose". */
const keptOnly =
  /^(?:(?:less|fewer|not so many|no other|(?:remove|drop|lose|delete) (?:everything|all))\b(?:[^,]*,)?\s*)?(?:just|only|but|except)(?: for| keep)? (?:the |his |her |its )([\w-]+)$/i;

/** "No hoodie, sailor top instead". */
const instead =
  /^(?:no|not|without|lose|drop|forget|skip) (?:the |an? |his |her )?([\w-]+(?: [\w-]+)?)(?:,| but)? (?:(?:put|use|give|add|make) (?:(?:it|him|her) )?)?((?:an? |the )?[\w-]+(?: [\w-]+){0,3}?) instead$/i;

const questioning = /^(?:is|are|was|were|does|did|which|why|who|where|when)\b/i;

/** One change, or several joined by "and": "make it blue and add a hat". */
export const changesIn = (said: string, line: string): DraftChange[] =>
  changesOf(said.replace(overdone, ''), line).flatMap(eachRemoved);

/** "Too much, remove the visor". */
const overdone =
  /^(?:way |far )?too (?:much|many)(?: [\w-]+)?[\s,.!:;-]+(?=(?:remove|lose|drop|no|less|take)\b)/i;

function changesOf(said: string, line: string): DraftChange[] {
  if (questioning.test(said)) return [];
  const eases = easedIn(said.replace(prelude, ''));
  if (eases) return [eases];
  const stated = statedIn(said.replace(prelude, ''));
  if (stated.length > 0) return stated;
  const refused = /^(?:no (?:an? |the |more )?|not )([\w-]+)(?: please)?\W*$/i.exec(line)?.[1];
  if (refused) return [{ kind: 'remove', what: refused }];
  const [, gone, taken] = instead.exec(said) ?? [];
  if (gone && taken) return [{ kind: 'swap', what: gone, for: withArticle(taken) }];
  const eased = /^(less|no|not) .+?,\s*(?:but |and )?(?=more |and |with |add )/i.test(said)
    ? piecesOf(said)
    : [];
  if (eased.length > 0) return eased;
  const kept = keptOnly.exec(said)?.[1];
  if (kept) return [{ kind: 'only', what: kept }];
  const [, role, other] =
    /^(?:(?:make|do) )?(?:the |exactly )?same(?: (?!but|only|just|for|with|as)\w+)??(?: but| only| just| for| with|,)* (as )?((?:an? )?.+)$/i.exec(
      said,
    ) ?? [];
  if (other && phraseOf(other).isCharacter && !/^(?:make|add|with|without|no|give|remove|in)\b/i.test(other))
    return [
      { kind: 'replace', what: /^an? /i.test(other) ? other : `a ${other}`, isRole: role !== undefined },
    ];
  const [, look, things] =
    /^(?:(?:she|he|it|they)(?:'?s|'?re| is| are| was| were) )?([\w -]{2,40}?) with (.+)$/i.exec(
      said.replace(prelude, ''),
    ) ?? [];
  if (look && things && isLook(look) && phraseOf(things).hasThings)
    return [become(look, null), { kind: 'add', what: things }];
  const parts = said
    .replace(prelude, '')
    .replace(/,? like (?:an? )?\d+(?: years?(?: old)?)?$/i, '')
    .replace(whole, '$1 it')
    .replace(/ instead of what\w*\b.*$/i, '')
    .replace(/^(?:show|give) me (?:it|him|her|them) (?=with)/i, '')
    .replace(/^not [\w-]+(?:,| but)\s+/i, '')
    .replace(
      /(?:[\s,]+(?:instead|too|also|as well|either|tho|though|now|then|this time|for once|maybe|actually|or (?:something|smth|sth)))+$/i,
      (end) => (/\ban? \S| instead$/i.test(said) && !/this time|for once|actually/.test(end) ? end : ''),
    )
    .split(
      /(?:\s*,\s*(?:(?:and|but)\s+)?|\s+(?:and|but)\s+)(?=(?:make|add|remove|give|paint|turn|put|no|without|with|change|swap|replace|lose|drop)\b)|(?<=^(?:make|turn|paint) (?:the|his|her|its) [\w-]+ [\w-]+)\s+and\s+(?=(?:the|his|her|its) [\w-]+ [\w-]+$)|(?<=^(?:make|turn|paint) (?:it|him|her|them|that)(?: (?!an? )[\w-]+){1,3})\s+(?=with\s)/i,
    );
  const changes = parts.slice(0, maxChanges).map((part) => changeIn(part) ?? traitIn(part));
  if (changes.every((one) => one !== null)) return changes;
  return piecesOf(said);
}

/** "Less rusty, more shiny": a change each. */
function piecesOf(said: string): DraftChange[] {
  const pieces = said.replace(prelude, '').split(/\s*[,;&]\s*(?:and\s+)?|\s+and\s+/i);
  if (pieces.length < 2 || pieces.length > maxChanges) return [];
  const each = pieces.map((piece) => {
    const plain = piece.replace(/^(?:just|only) /i, '');
    const stated = statedIn(plain);
    const one = changeIn(plain) ?? traitIn(plain);
    return stated.length > 0 ? stated : one && [one];
  });
  return each.every((one) => one !== null) ? each.flat() : [];
}
