import { type Clock, systemClock } from '../../../base/clock.js';
import { type LooseSpec, readLoosely } from '../../../engine/input/text/loose-spec.js';
import type { Interpret, Interpretation } from '../../interpretation.js';
import { createEndpoint, type Shape } from '../model/endpoint.js';
import type { ModelOptions } from '../model/index.js';
import { askOnce, inTime } from '../model/once.js';
import type { ModelMessage } from '../model/prompt.js';
import { rulesOf } from './rules.js';

/** A rig waits for it. */
const patienceMs = 20_000;
/** After a failure the grammar reads alone, so that rigs don't wait for a server that is away. */
const restMs = 60_000;
const mostTokens = 900;
const mostKept = 500;
const longestReply = 20_000;
const mostLeftOut = 12;

/**
 * Asks a language model for the character of a description. Null where it gives none in time: the grammar reads it then.
 * Answers are kept by their description.
 */
export function createCharacterModel(options: ModelOptions): Interpret {
  const { url, model, dialect, key, clock = systemClock, log, jitter = Math.random } = options;
  const limits = { firstMs: patienceMs, idleMs: patienceMs };
  const endpoint = createEndpoint({ url, model, dialect, key, ...limits, clock, log, jitter });
  const kept = createKept();
  const rest = createRest(clock);

  const ask = async (description: string, signal: AbortSignal): Promise<Interpretation | null> => {
    const said: ModelMessage[] = [{ role: 'user', content: JSON.stringify({ description }) }];
    const compose = ({ share }: Shape): ModelMessage[] => [
      { role: 'system', content: rulesOf(share < 1) },
      ...said,
    ];
    const first = await askOnce(endpoint, compose, { most: mostTokens, signal });
    const read = readReply(first, description);
    if (read.fault === null) return read.answer;
    said.push(
      { role: 'assistant', content: first.slice(0, longestReply) || '{}' },
      { role: 'user', content: `${read.fault} Answer again, with the whole JSON object and nothing else.` },
    );
    return readReply(await askOnce(endpoint, compose, { most: mostTokens, signal }), description).answer;
  };

  return async (description, signal) => {
    const before = kept.find(description);
    if (before) return before;
    if (rest.isResting()) return null;
    try {
      const answer = await inTime(clock, patienceMs, (late) => ask(description, late), signal);
      if (answer) kept.add(description, answer);
      else log.warn({ model }, 'the model described no character; the grammar is used');
      return answer;
    } catch (error) {
      if (signal.aborted) return null;
      rest.begin();
      log.warn({ err: error, model }, 'the model gave no character in time; the grammar is used');
      return null;
    }
  };
}

/** The newest answers, by description. */
function createKept() {
  const answers = new Map<string, Interpretation>();
  return {
    find: (description: string) => answers.get(description),
    add(description: string, answer: Interpretation): void {
      answers.set(description, answer);
      const [oldest] = answers.keys();
      if (answers.size > mostKept) answers.delete(oldest!);
    },
  };
}

function createRest(clock: Clock) {
  let until = 0;
  return {
    isResting: () => clock.now() < until,
    begin(): void {
      until = clock.now() + restMs;
    },
  };
}

/** `fault`: why the model should try again; the answer then is what could be used anyway. */
type Read = { answer: Interpretation | null; fault: string | null };

function readReply(reply: string, description: string): Read {
  const value = jsonIn(reply);
  if (value === undefined) return { answer: null, fault: 'That is not a JSON object.' };
  if (value.refused) return { answer: { kind: 'refused' }, fault: null };
  const loose = readLoosely(value.character ?? value);
  if (!loose) return { answer: null, fault: 'It names no species, role or thing that is in the lists.' };
  const answer = {
    kind: 'spec' as const,
    spec: loose.spec,
    leftOut: leftOutOf(value.left_out, loose, description),
  };
  if (loose.dropped.length === 0) return { answer, fault: null };
  return {
    answer,
    fault: `These names are not in the lists: ${JSON.stringify(loose.dropped.slice(0, 12))}.`,
  };
}

/** The outermost object, also between other words. */
function jsonIn(reply: string): Record<string, unknown> | undefined {
  const [from, to] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    const value: unknown = JSON.parse(reply.slice(from, Math.min(to + 1, from + longestReply)));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Only words of the description, because people see them: a model may repeat what a description tells it to say. */
function leftOutOf(given: unknown, { dropped }: LooseSpec, description: string): string[] {
  const text = description.toLowerCase();
  const words = [...(Array.isArray(given) ? given : []), ...dropped].filter(
    (word): word is string => typeof word === 'string' && word.trim().length > 1 && word.length <= 60,
  );
  return [...new Set(words.filter((word) => text.includes(word.trim().toLowerCase())))].slice(0, mostLeftOut);
}
