import { refuseContent } from '../../../base/content.js';
import { AppError } from '../../../base/errors.js';
import type { GenerateBody } from '../../../contract/rig.js';
import type { WireSpecChange } from '../../../contract/rig-spec.js';
import { reason } from '../../../copy/reason.js';
import { editSpec } from '../../../engine/input/text/edit.js';
import { dictionaryFor, sayChange } from '../../../engine/input/text/languages/sayings.js';
import { readPrompt } from '../../../engine/input/text/prompt.js';
import { refuseCharacter } from '../../../engine/input/text/refuse-character.js';
import { type CharacterSpec, readSpec } from '../../../engine/input/text/spec.js';
import { changesBetween, linesOf } from '../../../engine/input/text/spec-lines.js';
import { writeSpec } from '../../../engine/input/text/write-spec.js';
import { seedOf } from '../../../engine/random.js';
import type { ToolContext } from './tool.js';

/** What a card says about a described character, and what its agent reads. */
export type Character = {
  spec: CharacterSpec;
  changes: WireSpecChange[];
  /** Words of the description or change without effect. */
  unread: readonly string[];
};

type Described = { prompt?: string | undefined; spec?: unknown; change?: string | undefined };

/** The character of the last card, else of the newest rig. */
async function lastOf({ last, isGuest, userId, sources }: ToolContext): Promise<CharacterSpec | null> {
  if (last) return readSpec(last);
  const [newest] = isGuest ? [] : await sources.listGenerations(userId, 1);
  return newest?.output?.spec ? readSpec(newest.output.spec) : null;
}

/**
 * The request for a described character: words, a spec, or a change of the last one, which keeps its seed.
 * @throws AppError `content_rejected` for content that is never made, `invalid_request` with a sentence, also for a change
 * without effect
 */
export async function describedBody(
  { prompt, spec, change }: Described,
  context: ToolContext,
): Promise<Pick<Extract<GenerateBody, { type: 'text' }>, 'prompt' | 'spec'> & { unread: string[] }> {
  if (spec !== undefined) {
    const given = readSpec(spec);
    refuseCharacter(given, prompt);
    return { spec: given, prompt: prompt ?? writeSpec(given), unread: [] };
  }
  if (change === undefined) {
    if (!prompt) throw new AppError('invalid_request', reason('agent.error.no_description'));
    refuseContent(prompt);
    return { prompt, unread: [] };
  }
  const before = await lastOf(context);
  if (!before) throw new AppError('invalid_request', reason('agent.error.no_character'));
  const { spec: changed, words } = editSpec(before, change);
  refuseCharacter(changed, change);
  const unread = [...words.unknown, ...words.unexpressed];
  if (changesBetween(before, changed).length === 0)
    throw new AppError(
      'invalid_request',
      unread.length > 0
        ? reason('agent.error.unknown_words', { words: unread.join(', ') })
        : reason('agent.error.unchanged'),
    );
  return { spec: changed, prompt: writeSpec(changed), unread };
}

const isSame = (a: CharacterSpec, b: CharacterSpec): boolean =>
  a.species?.[0] === b.species?.[0] && a.role === b.role;

/**
 * The character that a request would make, and what differs from that of the last card, whose seed it keeps then.
 * Another creature or role is a new character. Null where a provider reads the words.
 */
export async function characterOf(
  body: GenerateBody,
  unread: readonly string[],
  { last, sources, locale = '' }: ToolContext,
): Promise<Character | null> {
  if (body.type !== 'text' || sources.usesGrammar?.(body.pipeline_id) === false) return null;
  const before = last ? readSpec(last) : null;
  const language = dictionaryFor(locale);
  const changesTo = (spec: CharacterSpec) =>
    before ? changesBetween(before, spec).map((change) => sayChange(language, change)) : [];
  if (body.spec) {
    const spec = readSpec(body.spec);
    return { spec, unread, changes: changesTo(spec) };
  }
  const reading = readPrompt(body.prompt ?? '');
  if (reading.refusal !== null) return null;
  const { spec, words } = reading;
  const changes = before && isSame(before, spec) ? changesTo(spec) : [];
  const kept = changes.length > 0 ? before?.seed : undefined;
  return {
    spec: { ...spec, seed: body.seed ?? kept ?? seedOf((body.prompt ?? '').trim().toLowerCase()) },
    changes,
    unread: [...words.unknown, ...words.unexpressed],
  };
}

/** For a model: "scarf: blue, striped", as a change says it. */
export const inWords = (spec: CharacterSpec): string[] =>
  linesOf(spec).map(({ about, name, words }) => `${name ?? about}: ${words.join(', ')}`);
