import { z } from 'zod';
import { refuseContent } from '../../../base/content.js';
import { type AppError, toAppError } from '../../../base/errors.js';
import type { Turn } from '../brain.js';
import type { DraftChange } from './changes/change.js';
import { idleLooks, refine } from './changes/draft.js';
import { focusAfter } from './changes/focus.js';
import { leftOut } from './descriptions/leftovers.js';
import { mentionedIn } from './descriptions/told.js';
import { readChars } from './files.js';
import { isSurelyEnglish, languageIn } from './languages/detection.js';
import { spokenAt } from './languages/languages.js';
import { readWishes } from './messages.js';
import type { ListedItem } from './offers.js';
import { askedAfter, reckonedAfter, topicAfter } from './questions/asked.js';
import { isDanger } from './topics/danger.js';
import { pricing, type TalkState, type Wish } from './wish.js';
import { plainLine } from './words/words.js';

/** The state before the first message. */
export const blank: TalkState = {
  draft: null,
  name: null,
  read: [],
  left: [],
  unmet: [],
  past: [],
  undone: [],
  isFromFiles: false,
  waiting: null,
  isAboutPayment: false,
  isGrave: false,
  isAboutCount: false,
  isAboutPrice: false,
  topic: null,
  asked: null,
  reckoned: null,
  pack: null,
  focus: null,
  told: null,
  changed: null,
  variants: 0,
  pipelineId: null,
  offers: [],
  language: null,
  isEnglish: false,
  turnedDown: 0,
};

/**
 * The wishes of the member's last message, and the conversation state they change. Reads only the messages after the
 * last answer that remembers the state.
 * @param locale the language of the member, where a message does not tell another one
 */
export function follow(history: readonly Turn[], locale = ''): { wishes: Wish[]; talk: TalkState } {
  const last = history.findLastIndex(({ role }) => role === 'user');
  const before = recalledBefore(history, last);
  let { talk } = before;
  let wishes: Wish[] = [];
  for (const turn of history.slice(before.next)) {
    if (turn.role === 'agent') continue;
    const line = plainLine(turn.content.slice(0, readChars));
    const expected = talk.isEnglish ? null : (talk.language ?? spokenAt(locale));
    const language = languageIn(line, expected);
    const isEnglish = language === null && (talk.isEnglish || isSurelyEnglish(line, expected));
    talk = { ...talk, language, isEnglish };
    const heard: Wish[] = [];
    for (const wish of readWishes(turn, talk).flatMap(apart)) {
      const heeded = heed(talk, wish);
      const refusal = heeded.draft === talk.draft ? null : refusalOf(heeded.draft ?? '');
      if (refusal !== null) {
        heard.push({ kind: 'refused', prompt: heeded.draft ?? '', refusal });
        continue;
      }
      const left = leftIn(wish, line, talk);
      const next = {
        ...heeded,
        read: 'read' in wish ? (wish.read ?? []) : [],
        left,
        unmet: [...(wish.kind === 'make' ? [] : heeded.unmet), ...left, ...strangeIn(wish)].slice(-mostPast),
        isAboutPayment: wish.kind === 'payment',
        isGrave: talk.isGrave || wish.kind === 'sad' || isDanger(wish),
        isAboutPrice: wish.kind === 'sum' || pricing.has(wish.kind),
        topic: topicAfter(wish, talk),
        asked: askedAfter(wish, line, talk),
        reckoned: reckonedAfter(wish, talk),
        isAboutCount: wish.kind === 'sum' && 'count' in wish.sum,
        told: toldAfter(wish, line, heeded),
        pack: packAfter(wish, talk),
        focus: focusAfter(wish, heeded.draft, talk),
        changed: changedBy(wish, heeded.draft !== talk.draft, talk),
      };
      heard.push(wish.kind === 'refine' && next.draft === talk.draft ? ineffective(wish.changes) : wish);
      talk = next;
    }
    wishes = heard;
  }
  return { wishes, talk };
}

/** Words of a message that its wish leaves out; those in other languages are shown with how they were read. */
function leftIn(wish: Wish, line: string, { draft, language }: TalkState): readonly string[] {
  if (wish.kind === 'refine')
    return [...new Set([...(wish.left ?? []), ...idleLooks(wish.changes, wish.on ?? draft ?? '')])];
  if (wish.kind !== 'make' || language !== null || wish.others?.length) return [];
  return wish.left ?? leftOut(line, wish.prompt);
}

const strangeIn = (wish: Wish): readonly string[] => (wish.kind === 'unknown' ? (wish.strange ?? []) : []);

/** Whom the member told about, until there is a draft. */
const toldAfter = (wish: Wish, line: string, { draft, told }: TalkState): string | null =>
  draft !== null ? null : wish.kind === 'noted' ? wish.prompt : (mentionedIn(line) ?? told);

/** The pack under discussion, until a character is. */
function packAfter(wish: Wish, { pack }: TalkState): TalkState['pack'] {
  if (wish.kind === 'sum' && 'pack' in wish.sum) return wish.sum.pack;
  return wish.kind === 'make' || wish.kind === 'refine' ? null : pack;
}

/** A question in between leaves the last change as it is. */
function changedBy(wish: Wish, isChanged: boolean, { changed, draft }: TalkState): TalkState['changed'] {
  if (wish.kind !== 'refine') return isChanged ? null : changed;
  const on = wish.on ?? draft;
  return isChanged && on !== null ? { on, changes: wish.changes } : changed;
}

/** Why a character is never made, before it is under discussion. */
function refusalOf(draft: string): AppError | null {
  try {
    refuseContent(draft);
    return null;
  } catch (error) {
    return toAppError(error);
  }
}

/** Of several characters, those that are never made are refused, and the others are made. */
function apart(wish: Wish): Wish[] {
  if (wish.kind !== 'make' || !wish.others?.length) return [wish];
  const each = [wish.prompt, ...wish.others].map((prompt) => ({ prompt, refusal: refusalOf(prompt) }));
  const [first, ...others] = each.filter(({ refusal }) => refusal === null);
  if (!first) return [wish];
  const refused = each.flatMap(({ prompt, refusal }) =>
    refusal ? [{ kind: 'refused', prompt, refusal } as const] : [],
  );
  return [{ ...wish, prompt: first.prompt, others: others.map(({ prompt }) => prompt) }, ...refused];
}

/** "Just the bride" of a bride shows its card. */
const ineffective = (changes: readonly DraftChange[]): Wish =>
  changes.every(({ kind }) => kind === 'only') ? { kind: 'recall' } : { kind: 'unchanged' };

/** Older drafts are forgotten, so that a stored state stays small. */
const mostPast = 20;

/** The earlier drafts, once another one takes the place of the draft. */
const pastWith = ({ draft, past }: TalkState): readonly string[] =>
  draft === null ? past : [...past, draft].slice(-mostPast);

function refined(talk: TalkState, changes: readonly DraftChange[], on = talk.draft): TalkState {
  const draft = on && changes.reduce(refine, on);
  if (talk.draft === null || draft === talk.draft) return talk;
  return { ...talk, draft, variants: 0, past: pastWith(talk) };
}

/** The other characters of a message can be referred to as well. */
const keptBeside = (talk: TalkState, others: readonly string[]): TalkState => ({
  ...talk,
  past: [...others.filter((one) => !talk.past.includes(one)), ...talk.past].slice(-mostPast),
});

function undone(talk: TalkState, steps: number): TalkState {
  const { draft, past } = talk;
  const at = Math.max(past.length - steps, 0);
  const undone = draft === null ? [] : [...past.slice(at + 1), draft];
  return { ...talk, draft: past[at] ?? draft, past: past.slice(0, at), undone, variants: 0 };
}

function heed(talk: TalkState, wish: Wish): TalkState {
  const changed = (draft: string): TalkState => ({
    ...talk,
    draft,
    variants: 0,
    isFromFiles: false,
    past: pastWith(talk),
  });
  switch (wish.kind) {
    case 'make':
      return keptBeside({ ...changed(wish.prompt), name: wish.name ?? null }, wish.others ?? []);
    case 'able':
    case 'price':
      return changed(wish.prompt);
    case 'unread':
      return { ...talk, waiting: wish.type };
    case 'refine':
      return refined({ ...talk, name: wish.name ?? talk.name }, wish.changes, wish.on);
    case 'named':
      return { ...talk, name: wish.name };
    case 'undo':
      return undone(talk, wish.steps);
    case 'variant':
      return { ...talk, variants: talk.variants + 1 };
    case 'pipeline':
      return { ...talk, pipelineId: wish.id };
    case 'forget':
      return { ...blank, offers: talk.offers, language: talk.language, isEnglish: talk.isEnglish };
    case 'files':
      return { ...heed(talk, { kind: 'forget' }), isFromFiles: true };
    default:
      return talk;
  }
}

/** What an answer remembers. A version of another shape is ignored, and the messages before it are read again. */
const memory = z.object({
  version: z.literal(1),
  talk: z.custom<TalkState>((value) => typeof value === 'object' && value !== null),
});
export type Memory = z.infer<typeof memory>;

/**
 * The state after an answer.
 * @param offers what it listed
 * @param shown one of the member's rigs that is now under discussion
 */
export function remembered(talk: TalkState, offers: readonly ListedItem[], shown?: string): Memory {
  const listed = { ...talk, turnedDown: 0, offers: offers.length > 0 ? offers : talk.offers };
  if (shown === undefined || shown === talk.draft) return { version: 1, talk: listed };
  const past = pastWith(talk);
  return { version: 1, talk: { ...listed, draft: shown, variants: 0, isFromFiles: false, past } };
}

/** The newest state remembered before a message, and the first message after it. */
function recalledBefore(history: readonly Turn[], end: number): { talk: TalkState; next: number } {
  for (let at = end - 1; at >= 0; at--) {
    const talk = recalled(history[at]!);
    if (talk) return { talk, next: at + 1 };
  }
  return { talk: blank, next: 0 };
}

/** A state that an older version stored has no newer fields. */
function recalled(turn: Turn): TalkState | undefined {
  const talk = turn.role === 'agent' ? memory.safeParse(turn.memory).data?.talk : undefined;
  return talk && { ...blank, ...talk };
}
