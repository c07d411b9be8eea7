import { asking } from '../descriptions/naming.js';
import { countOf } from '../questions/plan-things.js';
import { isOnTopic, topicsFor } from '../topics/about.js';
import { isOfMoney, topicsIn } from '../topics/topics.js';
import { asides, isVague, type TalkState, type Wish } from '../wish.js';
import { tokensOf } from '../words/tokens.js';
import { actsIn, isQuestionAct, isWishing, type Likely, shareOf } from './acts.js';
import type { Question } from './corpus.js';
import { englishSpans } from './english-spans.js';
import { questionWish } from './plan-questions.js';
import { isOfDraft } from './plan-words.js';

/** Tells questions about the character under discussion from changes, pages and small talk. */

/** From these shares of questions on, it is one: as sure as others; where it asks something; where the rules understood nothing. */
const least = {
  surely: 0.75,
  ask: 0.5,
  guess: 0.4,
  certainly: 0.9,
  wishing: 0.85,
  surelyWishing: 0.95,
  page: 0.25,
  /** More than a likely question about the plan. */
  rather: 0.7,
  /** Of a kind of question, which then counts more than its form. */
  kind: 0.5,
  /** Of a topic of money, which counts more than a question about the plan. */
  money: 0.6,
};

/** Questions whose form alone tells their kind, if they name a thing or look. */
const forms: readonly (readonly [RegExp, Question])[] = [
  [
    /^(?:\w+ )?(?:(?:does|do|did|has|have|will) (?:it|he|she|they|you|u) (?:still |even |actually |also )*(?:have|got|wear|include|keep|hold|carry|add|give|come with)|(?:is|are) there|(?:is|are) (?:it|he|she|they) (?:still )?(?:wearing|holding))\b/i,
    'has',
  ],
  [/^(?:did|have) (?:you|u) (?:do|done|use|used|put|make|made) (?!it\b|that\b|this\b)/i, 'has'],
  [/^(?:(?:any|an?|the|his|her|its) )?[\w-]+\s*\?+$/i, 'has'],
  [/^(?:(?:is|are) )?(?:(?:the|its|his|her|their) )?[\w-]+ (?:visible|showing|seen)\s*\?$/i, 'has'],
  [/^(?:can|could|will) (?:it|he|she|they) (?:hold|carry|wear)\b/i, 'could'],
  [/^(?:so |and )?(?:is|are) (?:it|he|she|they) (?:still )?[\w-]+\W*$/i, 'look'],
  [/^(?:so |and )?(?:is|are) (?:its|his|her|their|the (?:[\w-]+ )+still) /i, 'look'],
];
/** "What is in its hands", "what's he wearing", "which colours do we have". */
const listing =
  /^(?:(?:so|and|ok|now|wait),? )*(?:what(?:'s|s| is| are| has| does)? (?:(?:in|on|over) (?:his|her|its|their|the) (?:hands?|paws?|head|face|feet|back|neck)\b|(?:it|he|she|they)(?:'s)? .*(?:wear|hold|carry|\bhands?\b))|(?:what|which) colou?rs?\b|(?:is|are) (?:it|he|she|they) (?:naked|nude|topless))/i;
/** "So what even is that thing?" */
const identifying =
  /^(?:(?:so|and|ok|wait|hm+),? )*what (?:(?:even|exactly|on earth|the (?:hell|heck)) )?(?:is|are) (?:(?:that|this) (?:thing|guy|creature|one)|he|she|it)(?: (?:even|now|supposed to be|meant to be|exactly))?\W*$/i;
/** "List all colours by part", "how many different colours are on him". */
const listingColours = /\b(?:list|all|every|each|how many)\b[^.,?]*\bcolou?rs?\b/i;
/** "She has a fish tail right", "u didn't add wings did u". */
const tagged =
  /^(?!.*\b(?:should|make|needs?|want)\b)(?:.* )?(?:(?:it|he|she|they)(?:'?s|'?re)?|u|you|the|its|his|her)\b.* (?:(?<!\b(?:the|his|her|its|to|looks?|not|on|all|is|isn'?t) )right|yeah|correct|(?:did|does|is|has|have|do|are)(?:n'?t)? (?:it|he|she|they|you|u))\W*$/i;
/** Asks about the plan, if its words name something of one: "what shoes did you give her", "did you get everything". */
const addressing =
  /^(?:(?:so|and|but|ok|now|wait),? )*(?:(?:is|are|was|were|does|do|did|has|have|will|would)(?:n'?t)? (?:it|he|she|they|you|u)|(?:what|which|how)\b.*\b(?:it|he|she|they|her|his|him|(?:did|didn'?t|have|haven'?t) (?:you|u)))\b/i;

type Form = { act: Question; isSure: boolean };

function formOf(line: string, draft: string | null): Form | null {
  if (draft === null) return null;
  if (listingColours.test(line)) return { act: 'colour', isSure: true };
  if (listing.test(line)) return { act: 'look', isSure: true };
  if (identifying.test(line)) return { act: 'kind', isSure: true };
  const [, act] = forms.find(([says]) => says.test(line)) ?? [];
  const isAddressed = addressing.test(line);
  const isTagged = tagged.test(line);
  if (!act && !isAddressed && !isTagged) return null;
  const isNamed = tokensOf(line).some(
    ({ isThing, look, word }) =>
      isThing || look || isOfDraft(draft, word) || (word.length > 2 && countOf(draft, word) !== null),
  );
  if (act && isNamed) return { act, isSure: true };
  if (isTagged && isNamed) return { act: 'has', isSure: true };
  return isAddressed && isNamed && /\b(?:what|which) \w/i.test(line) ? { act: 'look', isSure: false } : null;
}

/** "I never said hat, is there a hat?", "Is the coat still red? It looks pink to me." */
const questionIn = (line: string): string => {
  const asked = /\?\s*$/.test(line) ? line : line.slice(0, line.indexOf('?') + 1);
  return asked.split(/[,.!;] /).at(-1) || line;
};

/** Wishes that may be something else. */
export const doubtful: ReadonlySet<Wish['kind']> = new Set([
  'make',
  'refine',
  'unknown',
  'question',
  'figure',
  'describe',
  'unchanged',
  'refused',
  'ideas',
  'elsewhere',
  'remark',
  'small',
  'recall',
  'kept',
  'has',
  'body',
  'wrong',
  'abilities',
  'noted',
] as const);
/** What a question about the plan is mistaken for by the rules. */
const mistaken: ReadonlySet<Wish['kind']> = new Set([...doubtful, 'remind', 'able', 'clips']);

const ordering = /^\W*(?:please )?(?:keep|make|add|give|put|remove|change|leave|let)\b/i;

const isRefined = ({ kind }: Wish): boolean => kind === 'refine';
/** A message that the rules understood as nothing. */
export const isLost = (wish: Wish): boolean => isVague(wish) || wish.kind === 'unchanged';

/** "Gibt es auch eine Geh-Animation?", where the rules of other languages found a thing or an opinion. */
const isStill = (wish: Wish, [likeliest]: readonly Likely[]): boolean =>
  /^moves?$/.test(likeliest!.act) &&
  likeliest!.share >= least.rather &&
  (wish.kind === 'has' || (wish.kind === 'body' && !/^(?:moves?|acts|swings)$/.test(wish.ask.about)));

/** A question about the plan, however the rules read its words; a page that is likely meant counts more. */
export function askedOfPlan(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts: readonly Likely[],
): Wish | null {
  if (talk.draft === null) return null;
  const isWish = wishes.some(({ kind }) => kind === 'make' || kind === 'refine');
  const asked = isWish || talk.language !== null ? line : questionIn(line);
  const wishing = shareOf(acts, isWishing);
  const isAble = /\b(?:can|could|may|would)\b/i.test(asked) && wishing >= least.surelyWishing;
  const isPolite = isAble || (wishing >= least.wishing && wishes.some(isRefined)); // "could it hold a balloon?"
  const isFormal = talk.language === null && !isPolite;
  const whole = isFormal ? formOf(line, talk.draft) : null;
  const form = whole ?? (isFormal ? formOf(asked, talk.draft) : null);
  if (!wishes.every(({ kind }) => mistaken.has(kind) || (form && asides.has(kind)))) return null;
  if (
    talk.language === null
      ? ordering.test(line)
      : !wishes.every((wish) => isLost(wish) || isStill(wish, acts))
  )
    return null;
  const guide = shareOf(acts, (one) => one === 'guide');
  if (talk.language !== null && !form && guide >= least.page) return null;
  const isGuess = wishes.every(isLost) && !wishes.some(isOnTopic);
  const isRead = wishes.every(isRefined) && !asking.test(line.replace(/\W+$/, '')); // "purple??"
  if (isRead && !form && !/[?？]/.test(line)) return null;
  const isAsked = !isRead && (/[?？]/.test(line) || asking.test(line));
  const [price] = isAsked && !form?.isSure ? topicsFor(line, talk, 1) : [];
  if (price && price.confidence >= least.money && isOfMoney(price.topic)) return price.wish;
  const share = form ? 1 : shareOf(acts, isQuestionAct, (one) => isAsked && one === 'remind');
  if (share < (isGuess ? least.guess : isAsked ? least.ask : least.surely)) return null;
  const act = kindOf(acts, form)!;
  // In other languages, where no kind of question is likely.
  const isUnclear = talk.language !== null && acts[0]!.share < least.guess;
  const [page] =
    talk.language === null ? topicsIn(line, 1, talk.topic) : isUnclear ? topicsFor(line, talk, 1) : [];
  const paged = page?.wish.kind === 'question' ? page.confidence : 0;
  const isCertain = !form && share >= least.certainly;
  if (!form?.isSure && paged >= (isCertain ? least.certainly : least.rather)) return null;
  const wish = questionOf(act, form && !whole ? asked : line, talk);
  return wish?.kind === 'remind' && share < least.ask ? null : wish;
}

/** The learned kind where it is likely, or else what the form tells. */
function kindOf(acts: readonly Likely[], form: Form | null): Question | undefined {
  const likely = acts.find(({ act }) => isQuestionAct(act) || (form === null && act === 'remind'));
  if (!likely || (form !== null && likely.share < least.kind)) return form?.act;
  return isQuestionAct(likely.act) ? likely.act : 'recap'; // "so how does she look now all together"
}

/** The wish of a question of a kind. */
export const questionOf = (
  act: Question,
  line: string,
  talk: Pick<TalkState, 'draft' | 'topic' | 'language'>,
): Wish | null => questionWish(act, line, englishSpans('questions', line, talk.draft, talk.language), talk);

/** A question in English, whose likeliest kind counts. */
export function planQuestionIn(line: string, talk: Pick<TalkState, 'draft' | 'topic'>): Wish | null {
  const acts = actsIn(line, talk.draft);
  const form = formOf(line, talk.draft);
  const act = form || shareOf(acts, isQuestionAct) >= least.guess ? kindOf(acts, form) : undefined;
  return act ? questionOf(act, line, { ...talk, language: null }) : null;
}
