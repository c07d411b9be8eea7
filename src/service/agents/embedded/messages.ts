import type { Turn } from '../brain.js';
import { withArticle } from './changes/change.js';
import { changesIn } from './changes/changing.js';
import { names } from './changes/character.js';
import { headOf } from './changes/planned.js';
import { tidiedWish } from './changes/tidy.js';
import { wishesIn as partsIn } from './descriptions/clauses.js';
import { onLegs } from './descriptions/legs.js';
import { asking, making } from './descriptions/naming.js';
import { personified } from './descriptions/persona.js';
import { isAnotherOne, isOfSeveral } from './descriptions/several.js';
import { ofAnecdote, scoreOf } from './descriptions/statements.js';
import { errandIn } from './errands.js';
import { filesIn, readChars, withTexts } from './files.js';
import { lostAbroad, readAbroad } from './languages/abroad.js';
import { askedAbroad } from './languages/asked-abroad.js';
import { orderIn } from './orders.js';
import { askedIn, praisedIn } from './questions/asked.js';
import { learnedWishes } from './tagging/learned.js';
import { answering } from './tagging/reactions.js';
import { ratherAbout } from './tagging/talked.js';
import { isOnTopic, topicsToAsk } from './topics/about.js';
import { dangerIn, isDanger } from './topics/danger.js';
import { least } from './topics/least.js';
import { inMood } from './topics/moods.js';
import { wishOn } from './topics/topics.js';
import { isAboutPayment } from './topics/troubles.js';
import { understand } from './understanding.js';
import { answeredAsides, asides, isMain, isVague, type TalkState, type Wish } from './wish.js';
import { is } from './words/cursor.js';
import { withoutInterjections } from './words/interjections.js';
import { numberIn } from './words/numbers.js';
import { withoutPoliteness } from './words/politeness.js';
import { speltRight } from './words/spelling.js';
import { tokensOf } from './words/tokens.js';
import { plainLine, writtenOut } from './words/words.js';

/** The wishes of a message: its sentences, each understood alone or all of them together. */

const maxWishes = 4;

/** The wishes in a message, in order; at least one. */
export function readWishes(turn: Turn, talk: TalkState): Wish[] {
  const danger = dangerIn(turn.content.slice(0, readChars));
  if (danger) return [danger];
  const wish = filesIn(turn, talk);
  if (wish) return [wish];
  const praised = talk.draft === null ? null : praisedIn(turn.content.slice(0, readChars));
  if (praised) return [praised];
  const line = plainLine(withTexts(turn).slice(0, readChars));
  const wishes = personified(line, talk, (one) => wishesOf(one, talk));
  return wishes.map((wish) => (isDanger(wish) ? wishOn('remark') : wish)); // "the dragon wants to die"
}

/** A change is read with its spelling corrected: "make it geen". */
function wishesOf(message: string, talk: TalkState): Wish[] {
  const isSpelt = talk.draft !== null && talk.language === null;
  const { text, corrections } = isSpelt ? speltRight(message) : { text: message, corrections: [] };
  const isTypo = corrections.some(({ from }) => from.length > mostOfShort); // "bro" is no brow
  const mended = isTypo ? wishesIn(text, talk) : [];
  if (!mended.some(({ kind }) => kind === 'refine')) return wishesIn(message, talk);
  return mended.map((wish) =>
    wish.kind === 'refine' ? { ...wish, read: corrections.filter(({ to }) => isChanged(wish, to)) } : wish,
  );
}

const mostOfShort = 3;
const isChanged = ({ changes }: Extract<Wish, { kind: 'refine' }>, word: string): boolean =>
  names(changes.flatMap((one) => Object.values(one)).join(' '), word);

function wishesIn(message: string, talk: TalkState): Wish[] {
  const line = talk.draft === null || talk.language !== null ? message : withoutSpeakers(message);
  const abroad = askedAbroad(line, talk) ?? readAbroad(line, talk, (english) => readEnglish(english, talk));
  const wishes = abroad ?? ofLanguage(writtenOut(line), talk);
  const said = talk.language ? line : withoutInterjections(writtenOut(line));
  const read = ratherAbout(said, learnedWishes(said, wishes, talk), talk);
  const told = read.map((wish) => inMood(onLegs(tidiedWish(wish, line)), line, talk));
  const remark = told.find(({ kind }) => kind === 'remark');
  return answering(
    line,
    remark && told.every((wish) => wish === remark || asides.has(wish.kind)) ? [remark] : told,
    talk,
  );
}

const speaking =
  /(^|[,.;]\s+)(?:(?:my|the|our|her|his) )?([a-z']+) (?:says?|said|thinks?|wants?) ([^,.;]+)/gi;

/** "If half horse isn't possible just give me the woman". */
const supposing =
  /^\W*if [^,.;!?]{1,40}? (?:isn'?t|is not|aren'?t|can'?t be|won'?t be) (?:possible|doable|an option|available|done|shown)[\s,]+(?:then[\s,]+)?(?=\S+ \S)/i;

/** "Chat says boxing gloves" asks for gloves, and "DM says warhammers are banned" for nothing. */
const withoutSpeakers = (line: string): string =>
  line.replace(supposing, '').replace(speaking, (all, lead: string, who: string, what: string) => {
    const [token] = tokensOf(who);
    if (!token || token.isThing || token.isWho || is(token, 'pronoun', 'me')) return all;
    return /\b(?:is|are|was|were|looks?|needs?|should|can'?t|don'?t|has|have|it'?s|he'?s|she'?s)\b/i.test(
      what,
    )
      ? lead
      : `${lead}${what}`;
  });

function readEnglish(line: string, talk: TalkState): Wish[] {
  const rest = withoutInterjections(line);
  const wishes = rest === line ? [] : readLine(rest, talk);
  const read = wishes.some(isMain) ? wishes : readLine(line, talk);
  return inLife(line, read, talk).flatMap(counted);
}

/** "5 villagers": one, and how many of it. */
function counted(wish: Wish): Wish[] {
  const [, said, one] = (wish.kind === 'make' && /^(\w+) ([\w -]+[^s])s$/i.exec(wish.prompt)) || [];
  const count = numberIn(said);
  const isOne = one !== undefined && tokensOf(one).some(({ isWho }) => isWho) && count !== null && count > 1;
  return isOne
    ? [
        { kind: 'make', prompt: withArticle(one) },
        { kind: 'copies', count },
      ]
    : [wish];
}

/** So many words describe a character, whatever else a message says. */
const describing = 4;

/** Something of the member's life, where nothing else in a message is understood. */
function inLife(line: string, wishes: Wish[], talk: TalkState): Wish[] {
  const isMade = wishes.some((wish) => wish.kind === 'make');
  const isOpen = wishes.every(
    (wish) =>
      isVague(wish) ||
      wish.kind === 'affection' ||
      (wish.kind === 'make' && !wish.read?.length && scoreOf(wish.prompt) < describing),
  );
  const [nearest] = isMade ? [] : topicsToAsk(line, { language: null, topic: talk.topic });
  const isOther = nearest?.wish.kind === 'question' && nearest.confidence >= least.maybe;
  const anecdote = isOpen && !isOther ? ofAnecdote(line, talk, isMade) : null;
  return anecdote ? [anecdote] : wishes;
}

/** A message that only the rules of English may understand: in another language they are right by chance. */
function ofLanguage(line: string, talk: TalkState): Wish[] {
  const wishes = readEnglish(line, talk);
  const isPlain = !/[^\P{L}a-z]/iu.test(line);
  const lost = wishes.some(isMain) && isPlain ? null : lostAbroad(line, talk);
  return lost ? [lost] : wishes;
}

/** Wishes that say nothing more beside a named character. */
const outdone: ReadonlySet<Wish['kind']> = new Set([
  'describe',
  'forget',
  'ideas',
  'confirm',
  'noted',
  'refused',
  'remark',
  'small',
] as const);

/** Small talk that needs no answer beside a wish. */
const beside: ReadonlySet<Wish['kind']> = new Set([
  'approved',
  'kidding',
  'remark',
  'introduced',
  'small',
] as const);

/** A longer sentence beside thanks or a greeting is answered. */
const mostIgnored = 3;

/** "More cartoony" is a change, whatever a page says about cartoons. */
const isPlainChange = (line: string, talk: TalkState): boolean =>
  !asking.test(line.replace(/\?+$/, '')) && changesIn(line, line, talk).length > 0;

/** Sentences may all be about one character: "a mechanic then. woman, oily overalls". */
function isApart(parts: readonly string[], named: readonly string[], line: string): boolean {
  const areOrders = parts.slice(1).some((part) => making.test(withoutPoliteness(part)));
  if (areOrders || isOfSeveral(line)) return true;
  const areOfOne = parts.length === 1 || named.length > parts.length; // listed in one sentence
  const [first, ...others] = named.map((prompt) => ({ kind: headIn(prompt), isDescribed: true }));
  return (
    areOfOne ||
    others.every((next, at) => {
      const lead =
        /^\W*(?:an?|one|the|and|or|no|not|but|well|actually)?\s/i.exec(parts[at + 1] ?? '')?.[0] ?? '';
      return isAnotherOne(first!, { ...next, lead: `, ${lead}` }, false);
    })
  );
}

/** "Knight" of "a knight with a hat". */
const headIn = (prompt: string): string =>
  headOf(prompt.split(/[,.;]| (?:with|wearing|holding|without) /i)[0]!);

function readLine(line: string, talk: TalkState): Wish[] {
  const parts = partsIn(line);
  if (parts.some((part) => isAboutPayment(part, talk.isAboutPayment))) return [{ kind: 'payment' }];
  const isPlain = isPlainChange(line, talk);
  const asked = isPlain ? null : (askedIn(line, talk) ?? errandIn(line));
  if (asked && asked.kind !== 'elsewhere') return [asked];
  const isOrdered = parts.some((part) => orderIn(withoutPoliteness(part), talk) !== null);
  const isForgetting = /^never ?mind\b/i.test(line);
  const changes = (parts.length > 1 && !isOrdered) || isForgetting ? changesIn(line, line, talk) : [];
  if (changes.length > 0) return [{ kind: 'refine', changes }];
  if (parts.length < 2 || parts.length > maxWishes) return [understand(line, talk)];
  const wishes: Wish[] = [];
  for (const part of parts) {
    const before = wishes.findLast(({ kind }) => kind === 'make' || kind === 'forget');
    const draft = before?.kind === 'make' ? before.prompt : before ? null : talk.draft;
    wishes.push(understand(part, { ...talk, draft }));
  }
  // If one part makes no sense alone, the sentences may belong together.
  const clear = wishes.filter((one) => !isVague(one) || isOnTopic(one));
  const whole = wishes.some(isVague) ? understand(line, talk) : null;
  if (whole && isMain(whole)) return [whole];
  const named = clear.flatMap((one) => (one.kind === 'make' ? [one.prompt, ...(one.others ?? [])] : []));
  const [first, ...others] = named;
  if (first && others.length > 0 && clear.every(({ kind }) => kind === 'make'))
    return isApart(parts, named, line) ? [{ kind: 'make', prompt: first, others }] : [understand(line, talk)];
  const isNamed = first !== undefined;
  const isChanged = clear.some(({ kind }) => kind === 'refine');
  const serious = clear.filter(
    ({ kind }) =>
      !asides.has(kind) &&
      !beside.has(kind) &&
      !(isNamed && outdone.has(kind)) &&
      !(isChanged && kind === 'confirm'),
  );
  if (serious.length > 0) return serious;
  const open = wishes.find((wish, at) => isVague(wish) && (parts[at]?.split(' ').length ?? 0) > mostIgnored);
  if (open) return [open];
  return clear.length > 0 ? answeredAsides(clear) : [whole ?? understand(line, talk)];
}
