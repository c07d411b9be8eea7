import { editsIn } from '../changes/edits.js';
import { withOutright } from '../changes/outright.js';
import { turnedRound } from '../changes/sides.js';
import { wondering } from '../small-talk.js';
import { isOnTopic } from '../topics/about.js';
import { isNews } from '../topics/moods.js';
import { wishOn } from '../topics/topics.js';
import { understand } from '../understanding.js';
import { asides, isVague, type TalkState, type Wish } from '../wish.js';
import { lookIn } from '../words/looks.js';
import { withoutInsult } from '../words/words.js';
import { actsIn, isAsking, isTalking, shareOf } from './acts.js';
import { otherIn } from './addressed.js';
import {
  byChance,
  isBareLook,
  isChange,
  isChangedAbroad,
  isComparedAbroad,
  isFelt,
  isSuggested,
} from './changed.js';
import { type Heard, heard, isSurelyMade, least, likelyWishes } from './likely.js';
import { isReadable } from './message-words.js';
import { orderedOfPlan } from './orders.js';
import { isPlain, lengthOf } from './plain.js';
import { askedOfPlan, doubtful } from './plan-asked.js';
import { isBack } from './returned.js';
import { isOpen, pageOfWhole } from './talked.js';
import { changed } from './wished.js';

/**
 * What a message means by its likeliest act and its marked words. The rules are right where they understand
 * an order or a question about Rigsmith; what they take for a character or a change may be anything.
 */
export function learnedWishes(said: string, wishes: readonly Wish[], talk: TalkState): Wish[] {
  if (talk.isFromFiles || talk.waiting !== null || !isReadable(talk.language)) return [...wishes];
  const line = withoutInsult(said);
  const one = heard(line, wishes, talk);
  const meant = meantIn(one);
  return talk.draft === null || talk.language !== null ? [...meant] : withOutright(line, meant, talk.draft);
}

type Decision = (heard: Heard) => readonly Wish[] | null;

/** Which reading of a message counts: that of the first decision that finds one. */
const meantIn = (one: Heard): readonly Wish[] => {
  for (const decide of decisions) {
    const found = decide(one);
    if (found) return found;
  }
  return one.wishes;
};

const only = (wish: Wish | null): Wish[] | null => wish && [wish];
const isBeside = ({ draft, language }: TalkState): boolean => draft !== null && language === null;

/** "For the first one, a bigger mug"; "swap the colours of the gloves and the shorts". */
const ofAnother: Decision = ({ line, talk }) =>
  isBeside(talk) ? (otherIn(line, talk, readAlone) ?? turnedRound(line, talk)) : null;

const readAlone = (line: string, talk: TalkState): Wish[] =>
  likelyWishes(heard(line, [understand(line, talk)], talk));

/** "Back to how it was before the wings." */
const ofEarlier: Decision = ({ wishes, talk: { past, undone } }) =>
  wishes.every((wish) => wish.kind === 'make' && [...past, ...undone].includes(wish.prompt)) ? wishes : null;

/** "Low poly", "the hat was better", "I hate the hat": a look alone, something from before, or a feeling about a thing. */
function ofLookOrBefore({ line, wishes, talk, acts }: Heard): Wish[] | null {
  const isAsked = shareOf(acts, isAsking) >= least.ask;
  const isFeeling = wishes.every(isOpen) && isTalking(acts[0]!.act) && isFelt(line, talk, acts);
  const isClear =
    isFeeling ||
    isSuggested(line, talk) ||
    isComparedAbroad(line, talk, acts) ||
    isBareLook(line, talk, acts) ||
    (!isAsked && isBack(line, talk));
  return isClear ? only(changed(1, line, [], talk)) : null;
}

/** "Feels a bit skinny to me", "the ears look a little small" say that it is too much. */
const complaining =
  /^\W*(?:(?:hm+|ok(?:ay)?|but|and|idk|imo|tbh|ngl|i (?:think|feel like)|(he|she|it|they|that)|((?:the|his|her|its|their) [\w-]+))[,. ]+)*(?:looks?|feels?|seems?|is|are) (?:a (?:bit|little|tad|touch)|rather|slightly|somewhat) (?:too )?([\w-]+)(?:,? (?:to me|for me|for my taste|tbh|ngl|imo|though|tho|maybe|idk))*[.! ]*$/i;

const ofComplaint: Decision = ({ line, talk }) => {
  const [, , thing = 'it', look = ''] = (isBeside(talk) && complaining.exec(line)) || [];
  if (!lookIn(look.toLowerCase())?.axes.length) return null;
  const changes = editsIn([thing, 'is too', look].join(' '), talk.draft!, talk.focus);
  return changes.length > 0 ? [{ kind: 'refine', changes }] : null;
};

/** "K build", "what does he hold": the plan as a whole, or a question about it. */
const ofPlan: Decision = ({ line, wishes, talk, acts }) =>
  only(orderedOfPlan(line, wishes, talk, acts) ?? askedOfPlan(line, wishes, talk, acts));

const ofPage: Decision = ({ line, wishes, talk, acts }) => only(pageOfWhole(line, wishes, talk, acts));

/** "My grandpa died in spring", beside a plan. */
const ofNews: Decision = ({ line, wishes, talk, acts }) =>
  isBeside(talk) &&
  acts[0]!.share < least.certainly &&
  wishes.every(isOpen) &&
  !wondering.test(line) &&
  isNews(line)
    ? [wishOn('remark')]
    : null;

/** In other languages, small talk of so few words is nothing else. */
const mostAside = 5;

/** What the rules read as an order or a page, or without a rest. */
function asRead(one: Heard): readonly Wish[] | null {
  const { line, wishes, talk, acts } = one;
  const isLong = talk.language === null || lengthOf(line) > mostAside;
  const isDoubtful = ({ kind }: Wish) => doubtful.has(kind) || (isLong && asides.has(kind));
  const isAnswered =
    (talk.draft === null || talk.language !== null) &&
    wishes.some(isOnTopic) &&
    !isChangedAbroad(line, talk, acts);
  const isClear = isAnswered || wishes.some((wish) => !isDoubtful(wish) && !isVague(wish));
  const isChanged = isChange(acts, talk) && wishes.every(({ kind }) => byChance.has(kind));
  const isSure = isClear && !isSurelyMade(one) && !isChanged;
  return isSure || isPlain(line, wishes, talk, acts) ? wishes : null;
}

const ends = /(?<=[.!?…])\s+|\n+/;
const mostParts = 6;
/** A sentence of fewer words asks nothing beside a change. */
const fewest = 3;

/** A character or a change, and questions in other sentences: "make it blue. how much is it?" */
function besideQuestions({ line, talk }: Heard): Wish[] | null {
  const parts = talk.language === null ? line.split(ends).filter((part) => /\p{L}/u.test(part)) : [];
  if (parts.length < 2 || parts.length > mostParts) return null;
  const isAsked = parts.map(
    (part) =>
      part.includes('?') &&
      part.split(' ').length >= fewest &&
      shareOf(actsIn(part, talk.draft, talk.language), isAsking) >= least.surely,
  );
  if (!isAsked.some(Boolean) || isAsked.every(Boolean)) return null;
  const [main] = readAlone(parts.filter((_, at) => !isAsked[at]).join(' '), talk);
  if (main?.kind !== 'make' && main?.kind !== 'refine') return null;
  const beside = main.kind === 'make' ? { ...talk, draft: main.prompt } : talk;
  return [main, ...parts.filter((_, at) => isAsked[at]).flatMap((part) => readAlone(part, beside))];
}

/** What the likeliest act means; beside a character, a loss that the member told is answered too. */
function asLearned(one: Heard): Wish[] {
  const found = besideQuestions(one) ?? likelyWishes(one);
  const lost = isSurelyMade(one) ? one.wishes.filter(({ kind }) => kind === 'sad') : [];
  const others = found.filter(({ kind }) => kind !== 'sad');
  return others.length > 0 ? [...lost, ...others] : found;
}

const decisions: readonly Decision[] = [
  ofAnother,
  ofEarlier,
  ofLookOrBefore,
  ofComplaint,
  ofPlan,
  ofPage,
  ofNews,
  asRead,
  asLearned,
];
