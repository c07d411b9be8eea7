import { headOf } from '../changes/planned.js';
import { moveIn } from '../questions/clip-moves.js';
import { countOf } from '../questions/plan-things.js';
import { topicsIn } from '../topics/topics.js';
import type { TalkState, Wish } from '../wish.js';
import { lookOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import type { Question } from './corpus.js';
import type { Span } from './marks.js';

/** The wish of a question about the character under discussion, by its kind and the things that it names. */

const lostWords =
  /\b(?:lost|missing|left out|leave out|forget|forgot|drop(?:ped)?|ignored?|understood|get rid|didn'?t)\b/i;
const colourWords = /\b(?:colou?rs?|shade|hue|tint)\b/i;
const handWords = /\b(?:hands?|side|left|right)\b/i;

/** @param spans those of the question */
export function questionWish(
  act: Question,
  line: string,
  spans: readonly Span[],
  talk: TalkState,
): Wish | null {
  const [thing, ...others] = spans
    .filter(({ kind }) => kind === 'thing' || kind === 'part' || kind === 'add' || kind === 'other')
    .map(({ text }) => text.replace(/^(?:an?|the|his|her|its|their) /i, ''));
  const noun = thing && headOf(thing);
  switch (act) {
    case 'has': {
      const named = thing ?? tokensOf(line).find(({ isThing }) => isThing)?.word;
      return named ? { kind: 'has', what: named } : { kind: 'remind' };
    }
    case 'look':
      if (!noun) return colourWords.test(line) ? body({ about: 'colour', what: null }) : { kind: 'remind' };
      return colourWords.test(line)
        ? body({ about: 'colour', what: noun })
        : body({ about: 'part', what: noun });
    case 'where':
      if (!noun) return { kind: 'remind' };
      return body(
        handWords.test(line) ? { about: 'side', what: noun, side: null } : { about: 'part', what: noun },
      );
    case 'count':
      return noun && countOf(talk.draft ?? '', noun) ? body({ about: 'count', what: noun }) : null;
    case 'size':
      return body({ about: 'height' });
    case 'kind':
      return body({ about: 'kind' });
    case 'recap':
      return lostWords.test(line) ? body({ about: 'missing' }) : { kind: 'remind' };
    case 'move': {
      if (!thing) return body({ about: 'moves' });
      const move = moveIn(thing) ?? moveIn(noun!);
      if (!move && tokensOf(noun!).some(({ isThing }) => isThing)) return { kind: 'has', what: thing };
      return move
        ? body({ about: 'move', move, action: thing })
        : body({ about: 'acts', action: thing, look: lookOf(thing) });
    }
    case 'could':
      return thing && others.length === 0 ? body({ about: 'could', what: thing }) : null;
    case 'opinion':
      return body({ about: 'opinion' });
    case 'why':
      return body({ about: 'why' });
    case 'body':
    case 'detail': {
      const [topic] = topicsIn(line, 1, talk.topic);
      return topic && topic.confidence >= leastTopic ? topic.wish : null;
    }
  }
}

/** A question about the model as such is about a page of the guide, however uncertain which. */
const leastTopic = 0.25;

const body = (ask: Extract<Wish, { kind: 'body' }>['ask']): Wish => ({ kind: 'body', ask });
