import { refuseContent } from '../../base/content.js';
import { AppError } from '../../base/errors.js';
import { sculptCharacter } from '../body/character.js';
import type { Reading } from '../input/text/description.js';
import { describeReading, readPrompt } from '../input/text/prompt.js';
import { type CharacterSpec, readSpec } from '../input/text/spec.js';
import { isArtStyle, proportionsIn } from '../kinds.js';
import { seedOf } from '../random.js';
import type { RigParameters, SpecRequest, TextRequest } from '../types.js';
import type { Interpreted } from './build.js';

const onlyForModels =
  'The skeleton “other” is only for uploaded models, so I chose one from your description.';

export const maxPromptLength = 2000;

/**
 * @throws AppError `invalid_request` for an empty or too long prompt, `no_body` for one that names no character,
 * `content_rejected` for forbidden content
 */
export function interpretText({ prompt, seed, parameters = {} }: TextRequest): Interpreted {
  const text = prompt.trim();
  if (text.length === 0)
    throw new AppError(
      'invalid_request',
      'The description is empty. Say what to make, for example "a red fox with a blue scarf".',
    );
  if (text.length > maxPromptLength)
    throw new AppError(
      'invalid_request',
      `The description is longer than ${maxPromptLength} characters. Please shorten it.`,
    );
  if (!/\p{L}/u.test(text))
    throw new AppError(
      'no_body',
      'That description has no words. Try something like "a tall knight in golden armour".',
    );
  refuseContent(text);
  const reading = readPrompt(text);
  // A chosen body answers the question whether it is a character.
  if (reading.refusal && chosenBody(parameters) === undefined) throw new AppError('no_body', reading.refusal);
  return { ...interpretReading(reading, seed ?? seedOf(text.toLowerCase()), parameters), input: 'text' };
}

/** @throws AppError `invalid_request` with a sentence for each fault of the spec */
export function interpretSpec({ spec: given, seed, parameters = {} }: SpecRequest): Interpreted {
  const spec = readSpec(given);
  const reading = {
    spec,
    words: noWords,
    refusal: null,
    notes: [],
    saidFor: new Map(),
    adjectives: new Map(),
  };
  const chosen = seed ?? spec.seed ?? seedOf(JSON.stringify(spec));
  return { ...interpretReading(reading, chosen, parameters), input: 'spec', words: undefined };
}

const noWords: Reading['words'] = { understood: [], unknown: [], guessed: [], unexpressed: [] };

function chosenBody({ skeleton }: RigParameters) {
  return skeleton === 'auto' || skeleton === 'other' ? undefined : skeleton;
}

/** What the request chooses over the description. */
function chosenStyle(parameters: RigParameters): Pick<CharacterSpec, 'style' | 'proportions'> {
  const { style } = parameters;
  const proportions = proportionsIn(parameters);
  return { ...(isArtStyle(style) && { style }), ...(proportions && { proportions }) };
}

/** Parameters of the request override the spec, and become part of it. */
function interpretReading(reading: Reading, seed: number, parameters: RigParameters) {
  const body = chosenBody(parameters);
  const spec = { ...reading.spec, seed, ...(body && { body }), ...chosenStyle(parameters) };
  const description = describeReading({ ...reading, spec });
  const { understood, unknown, unexpressed } = description.words;
  return {
    name: description.name || 'character',
    seed,
    detail: parameters.detail ?? ('medium' as const),
    style: spec.style,
    sculpt: () => sculptCharacter(description, seed, parameters),
    words: { understood, unknown, unexpressed },
    spec,
    pose: description.pose,
    arms: description.arms,
    notes: [...description.notes, ...(parameters.skeleton === 'other' ? [onlyForModels] : [])],
  };
}
