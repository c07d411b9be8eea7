import type { Turn } from '../brain.js';
import { type DraftChange, refine } from './draft.js';
import type { ListedItem } from './offers.js';
import { readWishes } from './understanding.js';
import type { TalkState, Wish } from './wish.js';

/** The state before the first message. */
export const blank: TalkState = {
  draft: null,
  read: [],
  past: [],
  isFromFiles: false,
  variants: 0,
  pipelineId: null,
  offers: [],
  foreign: null,
  turnedDown: 0,
};

/** The wishes of the member's last message, and the conversation state they change. */
export function follow(history: readonly Turn[]): { wishes: Wish[]; talk: TalkState } {
  let talk = blank;
  let wishes: Wish[] = [];
  for (const turn of history) {
    if (turn.role === 'agent') {
      talk = recollect(talk, turn.memory);
      continue;
    }
    const heard: Wish[] = [];
    for (const wish of readWishes(turn, talk)) {
      const next = { ...heed(talk, wish), read: 'read' in wish ? (wish.read ?? []) : [] };
      heard.push(wish.kind === 'refine' && next.draft === talk.draft ? { kind: 'unchanged' } : wish);
      talk = next;
    }
    wishes = heard;
  }
  return { wishes, talk };
}

function refined(talk: TalkState, changes: readonly DraftChange[]): TalkState {
  const draft = talk.draft && changes.reduce(refine, talk.draft);
  if (talk.draft === null || draft === talk.draft) return talk;
  return { ...talk, draft, variants: 0, past: [...talk.past, talk.draft].slice(-20) };
}

function heed(talk: TalkState, wish: Wish): TalkState {
  const changed = (draft: string): TalkState => ({
    ...talk,
    draft,
    variants: 0,
    isFromFiles: false,
    foreign: null,
    past: talk.draft === null ? talk.past : [...talk.past, talk.draft].slice(-20),
  });
  switch (wish.kind) {
    case 'make':
      return changed(wish.prompt);
    case 'refine':
      return refined(talk, wish.changes);
    case 'undo':
      return { ...talk, draft: talk.past.at(-1) ?? talk.draft, past: talk.past.slice(0, -1), variants: 0 };
    case 'variant':
      return { ...talk, variants: talk.variants + 1 };
    case 'pipeline':
      return { ...talk, pipelineId: wish.id };
    case 'foreign':
      return { ...talk, foreign: wish.answer };
    case 'forget':
      return { ...blank, offers: talk.offers };
    case 'files':
      return { ...blank, offers: talk.offers, isFromFiles: true };
    default:
      return talk;
  }
}

/** Restores what an answer brought up: a list to choose from, or one of the member's rigs. */
function recollect(talk: TalkState, memory: unknown): TalkState {
  const { offers, draft } = (memory ?? {}) as { offers?: unknown; draft?: unknown };
  const isList = Array.isArray(offers) && offers.length > 0;
  const listed = isList ? { ...talk, offers: offers as ListedItem[] } : talk;
  return typeof draft === 'string' && draft !== talk.draft
    ? {
        ...listed,
        draft,
        variants: 0,
        isFromFiles: false,
        past: talk.draft ? [...talk.past, talk.draft] : talk.past,
      }
    : listed;
}
