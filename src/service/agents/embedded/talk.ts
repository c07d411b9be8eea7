import type { Turn } from '../brain.js';
import { type Change, refine } from './draft.js';
import type { Offer } from './offers.js';
import { read, type Talk, type Wish } from './understanding.js';

const silence: Talk = { draft: null, past: [], variants: 0, pipelineId: null, offers: [] };

/** The wishes of the last thing a person said, and the conversation they change. */
export function follow(history: readonly Turn[]): { wishes: Wish[]; talk: Talk } {
  let talk = silence;
  let wishes: Wish[] = [];
  for (const turn of history) {
    if (turn.role === 'agent') {
      const offers = offersIn(turn.memory);
      if (offers.length > 0) talk = { ...talk, offers };
      continue;
    }
    const heard: Wish[] = [];
    for (const wish of read(turn, talk)) {
      const next = heed(talk, wish);
      heard.push(wish.kind === 'refine' && next.draft === talk.draft ? { kind: 'unchanged' } : wish);
      talk = next;
    }
    wishes = heard;
  }
  return { wishes, talk };
}

function refined(talk: Talk, changes: readonly Change[]): Talk {
  const draft = talk.draft && changes.reduce(refine, talk.draft);
  if (talk.draft === null || draft === talk.draft) return talk;
  return { ...talk, draft, variants: 0, past: [...talk.past, talk.draft].slice(-20) };
}

function heed(talk: Talk, wish: Wish): Talk {
  const changed = (draft: string): Talk => ({
    ...{ ...talk, draft, variants: 0 },
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
    case 'forget':
    case 'files':
      return { ...silence, offers: talk.offers };
    default:
      return talk;
  }
}

function offersIn(memory: unknown): Offer[] {
  const offers = (memory as { offers?: unknown } | null)?.offers;
  return Array.isArray(offers) ? (offers as Offer[]) : [];
}
