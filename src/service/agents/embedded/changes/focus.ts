import type { TalkState, Wish } from '../wish.js';
import { lookIn } from '../words/looks.js';
import type { DraftChange, Focus } from './change.js';
import { headOf, thingNamed } from './planned.js';

/** @param draft the character after the wish */
export function focusAfter(wish: Wish, draft: string | null, { focus }: TalkState): Focus {
  switch (wish.kind) {
    case 'refine':
      return focusOf(wish.changes.at(-1));
    case 'has':
      return asked(wish.what);
    case 'body':
      return asked('what' in wish.ask ? wish.ask.what : null);
    case 'make':
    case 'undo':
    case 'forget':
    case 'files':
    case 'remind':
      return null;
    default:
      return focus && draft !== null && thingNamed(draft, focus.thing) ? focus : null;
  }
}

const on = (what: string | null, looks: readonly string[] = []): Focus =>
  what === null ? null : { thing: headOf(what), looks };

const asked = (what: string | null): Focus =>
  what === null ? null : { thing: headOf(what), looks: [], isAsked: true };

export function focusOf(change: DraftChange | undefined): Focus {
  if (change?.kind === 'become') return on(change.part, change.words.split(' '));
  if (change?.kind === 'swap') return on(change.for);
  return change && 'what' in change && change.kind !== 'replace' ? on(change.what) : null;
}

/** The thing that was asked for and is not in the plan, so that "give him one" can refer to it. */
export const missingIn = ({ focus, draft }: TalkState): string | null =>
  focus && draft !== null && !thingNamed(draft, focus.thing) ? focus.thing : null;

const bodily = /^(?:girth|age|mood|pose|sex|manner|stance|style|proportions|theme)$/;

/** Whether "it" may be a thing: things are red or bigger, and hardly angry or tall, unless they are so already. */
export const mayBeOfThing = (looks: readonly string[], own = ''): boolean =>
  looks
    .flatMap((look) => look.toLowerCase().split(' '))
    .every(
      (word) =>
        isSaidOf(own, word) || (!/^tall/.test(word) && !lookIn(word)?.axes.some((axis) => bodily.test(axis))),
    );

/** Whether a description has the same look, in any degree: "taller", of a way too tall hat. */
export const isSaidOf = (text: string, look: string): boolean => {
  const said = lookIn(look)?.word;
  return said !== undefined && text.split(' ').some((word) => lookIn(word.toLowerCase())?.word === said);
};
