import type { Turn } from '../brain.js';
import { lostAbroad, readAbroad } from './abroad.js';
import { askedIn, praisedIn } from './asked.js';
import { askedAbroad } from './asked-abroad.js';
import { changesIn } from './changing.js';
import { wishesIn } from './clauses.js';
import { errandIn } from './errands.js';
import { filesIn, readChars, withTexts } from './files.js';
import { withoutInterjections } from './interjections.js';
import { asking } from './naming.js';
import { orderIn } from './orders.js';
import { withoutPoliteness } from './politeness.js';
import { restoredIn } from './references.js';
import { sketchIn } from './sketch.js';
import { isOnTopic } from './subject.js';
import { tidiedWish } from './tidy.js';
import { personIn } from './told.js';
import { understand } from './understanding.js';
import { asides, isMain, isVague, type TalkState, type Wish } from './wish.js';
import { plainLine, writtenOut } from './words.js';

/** The wishes of a message: its sentences, each understood alone or all of them together. */

const maxWishes = 4;

/** The wishes in a message, in order; at least one. */
export function readWishes(turn: Turn, talk: TalkState): Wish[] {
  const wish = filesIn(turn, talk);
  if (wish) return [wish];
  const praised = talk.draft === null ? null : praisedIn(turn.content.slice(0, readChars));
  if (praised) return [praised];
  const line = plainLine(withTexts(turn).slice(0, readChars));
  const abroad = askedAbroad(line, talk) ?? readAbroad(line, talk, (english) => readEnglish(english, talk));
  const wishes = abroad ?? ofLanguage(writtenOut(line), talk);
  const sketched = sketchIn(line, wishes, talk);
  return (sketched ? [sketched] : wishes).map((wish) => tidiedWish(wish, line));
}

function readEnglish(line: string, talk: TalkState): Wish[] {
  const person = talk.draft === null ? personIn(line) : null;
  if (person) return [{ kind: 'make', prompt: person }];
  const rest = withoutInterjections(line);
  const wishes = rest === line ? [] : readLine(rest, talk);
  return wishes.some(isMain) ? wishes : readLine(line, talk);
}

/** A message that only the rules of English may understand: in another language they are right by chance. */
function ofLanguage(line: string, talk: TalkState): Wish[] {
  const wishes = readEnglish(line, talk);
  const isPlain = !/[^\P{L}a-z]/iu.test(line);
  const lost = wishes.some(isMain) && isPlain ? null : lostAbroad(line, talk);
  return lost ? [lost] : wishes;
}

/** Wishes that say nothing more beside a named character. */
const outdone: ReadonlySet<Wish['kind']> = new Set(['describe', 'forget'] as const);

/** Small talk that needs no answer beside a wish. */
const beside: ReadonlySet<Wish['kind']> = new Set(['approved', 'kidding', 'remark', 'introduced'] as const);

/** A longer sentence beside thanks or a greeting is answered. */
const mostIgnored = 3;

/** "More cartoony" is a change, whatever a page says about cartoons. */
const isPlainChange = (line: string, talk: TalkState): boolean =>
  !asking.test(line.replace(/\?+$/, '')) && changesIn(line, line, talk).length > 0;

function readLine(line: string, talk: TalkState): Wish[] {
  const restored = restoredIn(withoutPoliteness(line), talk);
  if (restored) return [restored];
  const isPlain = isPlainChange(line, talk);
  const asked = isPlain ? null : (askedIn(line, talk) ?? errandIn(line));
  if (asked && asked.kind !== 'elsewhere') return [asked];
  const parts = wishesIn(line);
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
  const answered = wishes.filter((one, at) => !isVague(one) || isOnTopic(one, parts[at] ?? ''));
  const isAnswered = answered.some((one) => one.kind === 'question');
  const whole = wishes.some(isVague) ? understand(line, talk) : null;
  if (whole && isMain(whole) && !(isAnswered && whole.kind === 'elsewhere')) return [whole];
  const clear = answered.filter(({ kind }) => !(isAnswered && kind === 'elsewhere'));
  const named = clear.flatMap((one) => (one.kind === 'make' ? [one.prompt, ...(one.others ?? [])] : []));
  const [first, ...others] = named;
  if (first && others.length > 0 && clear.every(({ kind }) => kind === 'make'))
    return [{ kind: 'make', prompt: first, others }];
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
  return clear.length > 0 ? clear.slice(0, 1) : [whole ?? understand(line, talk)];
}
