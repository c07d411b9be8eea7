import { wishOn } from '../topics/topics.js';
import type { BodyQuestion, TalkState, Wish } from '../wish.js';
import { isLook, lookOf, phraseOf } from '../words/lexis.js';
import { type Asked, fewWords, questionOf } from './body-asked.js';
import { choiceIn } from './body-choices.js';
import { moveIn } from './clip-moves.js';
import { countOf } from './plan-things.js';

/** Questions about the character under discussion, which the engine's own reading of its description answers. */

/** Tries the whole message, then its last clause: "I never said hat, is there a hat?" */
export function bodyQuestionIn(
  said: string,
  { draft }: Pick<TalkState, 'draft'>,
  isLost = false,
): Wish | null {
  if (draft === null) return null;
  const clause = said.split(/[,.;:!?]\s+|\b(?:i mean|but|so) /i).at(-1) ?? said;
  for (const text of new Set([said, clause])) {
    const asked = questionOf(text, draft, isLost);
    if (asked?.has('stance')) return ask({ about: 'kind' });
    const choice = choiceIn(text, draft);
    if (choice) return ask(choice);
    const found = asked && frames.map((frame) => frame(asked)).find((wish) => wish !== null);
    if (found) return found;
  }
  return null;
}

const ask = (question: BodyQuestion): Wish => ({ kind: 'body', ask: question });

type Frame = (asked: Asked) => Wish | null;

const colour: Frame = ({ has, thing, isClear, isNamed, words }) => {
  if (!has('colour') || has('many') || !isClear) return null;
  if (thing) return ask({ about: 'colour', what: thing.name });
  return isNamed || words.length <= fewWords ? ask({ about: 'colour', what: null }) : null;
};

const count: Frame = ({ has, thing, isClear, isYesNo }) =>
  isClear && thing && (has('many') || (isYesNo && thing.count !== null))
    ? ask({ about: 'count', what: thing.name })
    : null;

const clips: Frame = ({ has, words, isClear, isYesNo, isNamed, unknown }) => {
  const isNear = isClear || unknown.length <= mostUnknown;
  if (!has('clips', 'cycle') || !isNear || has('i', 'you')) return null;
  const cycle = words.find(({ word }) => moveIn(word) !== null && !/^(?:move|anim)/.test(word));
  if (cycle && isYesNo) return ask({ about: 'move', move: moveIn(cycle.word)!, action: cycle.word });
  return has('clips') && (has('what', 'many', 'tell') || (isNamed && has('own')) || (isYesNo && has('shown')))
    ? ask({ about: 'moves' })
    : null;
};
/** "What animations does she have, like canter?" */
const mostUnknown = 2;

const style: Frame = ({ has, isClear, words }) =>
  has('style', 'styled') &&
  isClear &&
  (!has('shown') || has('who')) &&
  (has('what', 'who', 'styled') || words.length <= fewWords)
    ? ask({ about: 'style' })
    : null;

const height: Frame = ({ has, thing, unknown, isOpen, isNamed, words }) =>
  has('size') && !thing && unknown.length === 0 && (isNamed ? isOpen || has('compare') : words.length <= 2)
    ? ask({ about: 'height' })
    : null;

const side: Frame = ({ has, thing, words, isYesNo }) => {
  const named = words.find(({ classes }) => classes.has('side'))?.word.slice(0, 1);
  if (!has('hand') || !(has('what') || (isYesNo && thing && named)) || (!thing && has('own', 'hold', 'aux')))
    return null;
  return ask({
    about: 'side',
    what: thing?.name ?? null,
    side: named ? (named === 'l' ? 'left' : 'right') : null,
  });
};

/** "What is he wearing", "what's in his hands". */
const worn: Frame = ({ has, thing, isClear, isNamed, isYesNo, things, words }) => {
  if (!isNamed) return null;
  if (has('what') && words.some(({ word }) => /^wear/.test(word)))
    return ask({ about: 'wears', isHeld: false });
  if (!isClear || (thing && !has('outfit'))) return null;
  const isHeld = has('hold') || (has('hand') && things.length > 0);
  if (has('outfit') || (isYesNo && has('own') && has('any'))) return ask({ about: 'wears', isHeld: false });
  return has('what', 'tell') && (has('own', 'hold', 'shown') || isHeld) && !has('plan', 'i')
    ? ask({ about: 'wears', isHeld })
    : null;
};

const missing: Frame = ({ has, thing, isOpen, isYesNo, isClear, unknown }) => {
  if (has('i') && (has('understand') ? !has('you') : !isOpen && !isYesNo)) return null;
  const isAll = has('every') && has('plan', 'own', 'shown', 'understand');
  const isLeftOut = has('missing', 'understand', 'forget') && (isClear || has('understand'));
  return !thing && (isAll || isLeftOut) && (isClear || unknown.length <= 2)
    ? ask({ about: 'missing' })
    : null;
};

const face: Frame = ({ has, isYesNo, isNamed, words }) =>
  isYesNo &&
  (has('face') ? has('facing') : isNamed && words.some(({ word }) => /^(?:blinks?|wink)$/.test(word)))
    ? wishOn('faces')
    : null;

const limbs = /^(?:arm|leg|wing|head|neck|fin|foot|feet|knee|elbow|shoulder)s?$/;

const swings: Frame = ({ has, thing, isYesNo, unknown }) => {
  if (!thing || !has('swing') || !isYesNo || unknown.length > 0) return null;
  if (/^(?:fingers?|thumbs?)$/.test(thing.name)) return wishOn('fingers');
  return limbs.test(thing.name)
    ? ask({ about: 'move', move: 'move', action: 'move' })
    : ask({ about: 'swings', what: thing.name });
};

const sexes = [
  ['boy', 'girl'],
  ['man', 'woman'],
  ['male', 'female'],
  ['guy', 'lady'],
] as const;

/** "Is it a boy?" */
const sex: Frame = ({ words, thing, isYesNo, isNamed, unknown }) => {
  const options = sexes.find((pair) => words.some(({ word }) => pair.some((one) => one === word)));
  return options && isYesNo && isNamed && !thing && unknown.length === 0
    ? ask({ about: 'either', options, of: null })
    : null;
};

const holds: Frame = ({ has, words, thing, unknown, isNamed, others, isYesNo }) => {
  const what = thing?.name ?? (unknown.length > 0 ? unknown.join(' ') : undefined);
  const isAble = words.some(({ word }) => /^(?:can|will)$/.test(word));
  return isYesNo && isAble && isNamed && what && others.length === 0 && has('hold')
    ? ask({ about: 'holds', what })
    : null;
};

/** Whether it is there, and with these looks; how it looks. */
const part: Frame = ({ has, thing, looks, isClear, isYesNo, isOpen, draft }) => {
  if (!thing || !isClear || has('why') || (has('side') && !has('tag'))) return null;
  if (isOpen && !has('where') && !(has('tell') && has('aux')))
    return ask({ about: 'part', what: thing.name });
  const look = [...thing.looks, ...looks].join(' ');
  const isSaid = isYesNo || isOpen;
  if (!isSaid || !has('aux', 'own', 'plan', 'shown', 'forget', 'tag', 'any')) return null;
  return isLookOf(look, thing.name) && countOf(draft, thing.name)
    ? ask({ about: 'look', look, part: thing.name })
    : { kind: 'has', what: [...thing.looks, thing.name].join(' ') };
};

const isLookOf = (look: string, thing: string): boolean => {
  const { isCharacter, unknown } = phraseOf(`${look} ${thing}`);
  return look !== '' && !isCharacter && unknown.length === 0 && !phraseOf(look).hasThings;
};

/** "Can it swim", "does it breathe fire". "Can he smile" is a wish. */
const acts: Frame = ({ has, words, isYesNo, isNamed, thing, unknown, others }) => {
  if (!(isYesNo || has('what')) || !isNamed || has('i', 'you')) return null;
  const said = words.filter(({ classes }) => ![...classes].some((one) => /^(?:filler|tag|able)$/.test(one)));
  const at = said.findIndex(({ word, classes }) => !classes.has('aux') && moveIn(word) !== null);
  if (at >= 0 && !thing && unknown.length + others.length === 0) {
    const action = said
      .slice(at)
      .map(({ word }) => word)
      .join(' ');
    return ask({ about: 'move', move: moveIn(said[at]!.word)!, action });
  }
  const from = said.findIndex(
    ({ classes }) => classes.has('effect') || (classes.has('mood') && !has('modal')),
  );
  if (from < 0) return null;
  const action = said
    .slice(from)
    .flatMap(({ word, mark }) => (mark ? [] : [word]))
    .join(' ');
  return ask({ about: 'acts', action, look: lookOf(said[from]!.word) });
};

/** "Is it blue and scary?" */
const look: Frame = ({ looks, thing, isClear, isNamed, isYesNo }) =>
  isYesNo && isClear && isNamed && !thing && looks.length > 0 && isLook(looks.join(' '))
    ? ask({ about: 'look', look: looks.join(' '), part: null })
    : null;

/** "What did I ask for", "how's he look so far", "what is it". */
const recap: Frame = ({ has, thing, isClear, isOpen, isNamed, words, looks }) => {
  if (thing || !isClear || looks.length > 0 || has('modal', 'size')) return null;
  if (has('recap')) return { kind: 'remind' };
  if (!isOpen || has('many', 'why', 'where')) return null;
  const isSaid = has('plan', 'understand', 'own') && has('i', 'you') && !(has('you') && !has('plan', 'own'));
  const isNamedOnly =
    isNamed &&
    has('what') &&
    words.every(({ classes }) => !has('appear', 'hold', 'plan') && classes.size > 0);
  return isSaid || isNamedOnly ? { kind: 'remind' } : null;
};

/** What the plan does not decide, and things that are unknown: "does he have pockets". */
const open: Frame = ({
  has,
  isLost,
  isClear,
  isAux,
  looks,
  isYesNo,
  isOpen,
  isNamed,
  thing,
  unknown,
  others,
}) => {
  if (has('why') && isClear && (thing || looks.length > 0)) return ask({ about: 'open' });
  if (!isLost || !(isAux || isOpen) || has('i')) return null;
  const isOnly = /^[a-z-]{3,}(?: [a-z-]{3,})?$/.test(unknown.join(' ')) && others.length === 0 && !thing;
  if (isOnly && isYesNo && isNamed && has('own', 'shown')) return { kind: 'has', what: unknown.join(' ') };
  return isNamed || thing ? ask({ about: 'open' }) : null;
};

const frames: readonly Frame[] = [
  ...[side, count, colour, clips, style, height, worn, face, swings, sex, holds, missing, part, acts, look],
  ...[recap, open],
];
