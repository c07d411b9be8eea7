import { z } from 'zod';
import { refuseContent } from '../../../base/content.js';
import { type AppError, toAppError } from '../../../base/errors.js';
import type { Turn } from '../brain.js';
import { character, writeCharacter } from './character.js';
import { type DraftChange, refine } from './draft.js';
import { readChars } from './files.js';
import { languageIn, spokenAt } from './languages.js';
import type { ListedItem } from './offers.js';
import { readWishes } from './understanding.js';
import type { TalkState, Wish } from './wish.js';
import { plainLine } from './words.js';

/** The state before the first message. */
export const blank: TalkState = {
  draft: null,
  read: [],
  past: [],
  undone: [],
  isFromFiles: false,
  waiting: null,
  isAboutPayment: false,
  isAboutCount: false,
  asked: null,
  changed: null,
  variants: 0,
  pipelineId: null,
  offers: [],
  language: null,
  turnedDown: 0,
};

/**
 * The wishes of the member's last message, and the conversation state they change.
 * @param locale the language of the member, where a message does not tell another one
 */
export function follow(history: readonly Turn[], locale = ''): { wishes: Wish[]; talk: TalkState } {
  let talk = blank;
  let wishes: Wish[] = [];
  for (const turn of history) {
    if (turn.role === 'agent') {
      talk = recollect(talk, turn.memory);
      continue;
    }
    const line = plainLine(turn.content.slice(0, readChars));
    talk = { ...talk, language: languageIn(line, talk.language ?? spokenAt(locale)) };
    const heard: Wish[] = [];
    for (const wish of readWishes(turn, talk)) {
      const heeded = heed(talk, wish);
      const refusal = heeded.draft === talk.draft ? null : refusalOf(heeded.draft ?? '');
      if (refusal !== null) {
        heard.push({ kind: 'refused', prompt: heeded.draft ?? '', refusal });
        continue;
      }
      const next = {
        ...heeded,
        read: 'read' in wish ? (wish.read ?? []) : [],
        isAboutPayment: wish.kind === 'payment',
        isAboutCount: wish.kind === 'sum' && 'count' in wish.sum,
        asked: wish.kind === 'has' ? wish.what : null,
        changed: changedBy(wish, heeded.draft !== talk.draft, talk),
      };
      heard.push(wish.kind === 'refine' && next.draft === talk.draft ? ineffective(wish.changes) : wish);
      talk = next;
    }
    wishes = heard;
  }
  return { wishes, talk };
}

/** A question in between leaves the last change as it is. */
function changedBy(wish: Wish, isChanged: boolean, { changed, draft }: TalkState): TalkState['changed'] {
  if (wish.kind !== 'refine') return isChanged ? null : changed;
  const on = wish.on ?? draft;
  return isChanged && on !== null ? { on, changes: wish.changes } : null;
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

/** "Just the bride" of a bride shows its card. */
const ineffective = (changes: readonly DraftChange[]): Wish =>
  changes.every(({ kind }) => kind === 'only') ? { kind: 'recall' } : { kind: 'unchanged' };

function refined(talk: TalkState, changes: readonly DraftChange[], on = talk.draft): TalkState {
  const draft = on && changes.reduce(refine, on);
  if (talk.draft === null || draft === talk.draft) return talk;
  return { ...talk, draft, variants: 0, past: [...talk.past, talk.draft].slice(-20) };
}

/** The other characters of a message can be referred to as well. */
const keptBeside = (talk: TalkState, others: readonly string[]): TalkState => ({
  ...talk,
  past: [...others, ...talk.past].slice(-20),
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
    past: talk.draft === null ? talk.past : [...talk.past, talk.draft].slice(-20),
  });
  switch (wish.kind) {
    case 'make':
      return keptBeside(changed(wish.prompt), wish.others ?? []);
    case 'able':
    case 'price':
      return changed(wish.prompt);
    case 'unread':
      return { ...talk, waiting: wish.type };
    case 'refine':
      return refined(talk, wish.changes, wish.on);
    case 'undo':
      return undone(talk, wish.steps);
    case 'variant':
      return { ...talk, variants: talk.variants + 1 };
    case 'pipeline':
      return { ...talk, pipelineId: wish.id };
    case 'forget':
      return { ...blank, offers: talk.offers, language: talk.language };
    case 'files':
      return { ...blank, offers: talk.offers, language: talk.language, isFromFiles: true };
    default:
      return talk;
  }
}

const memorySchema = z.object({
  offers: z.custom<ListedItem[]>((value) => Array.isArray(value)).catch([]),
  character: character.nullable().catch(null),
  past: z.array(z.string()).nullable().catch(null),
});

/** Restores what an answer remembered: a list to choose from, the character, and the ones before it. */
function recollect(talk: TalkState, memory: unknown): TalkState {
  const { data } = memorySchema.safeParse(memory);
  if (!data) return talk;
  const listed = data.offers.length > 0 ? { ...talk, offers: data.offers } : talk;
  const draft = data.character && writeCharacter(data.character);
  if (draft === null || draft === talk.draft) return listed;
  const past = data.past ?? talk.past;
  const shown = talk.draft === null ? past : [...past, talk.draft];
  return { ...listed, draft, variants: 0, isFromFiles: false, past: shown };
}
