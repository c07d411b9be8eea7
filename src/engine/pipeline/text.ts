import { AppError } from '../../base/errors.js';
import { sculptCharacter } from '../body/character.js';
import { describePrompt } from '../input/text/grammar.js';
import { hashBytes } from '../random.js';
import type { TextRequest } from '../types.js';
import type { Interpreted } from './build.js';

const onlyForModels =
  'The skeleton “other” is only for uploaded models, so I chose one from your description.';

export const maxPromptLength = 2000;

/**
 * @throws AppError `invalid_request` for an empty or too long prompt, `no_body` for one that names no character
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
  const { skeleton } = parameters;
  const wanted = skeleton === 'auto' || skeleton === 'other' ? undefined : skeleton;
  const description = describePrompt(text, wanted);
  // A chosen body answers the question whether it is a character.
  if (description.refusal && wanted === undefined) throw new AppError('no_body', description.refusal);
  const chosen = seed ?? hashBytes(new TextEncoder().encode(text.toLowerCase()));
  return {
    name: description.name || 'character',
    input: 'text',
    seed: chosen,
    detail: parameters.detail ?? 'medium',
    sculpt: () => sculptCharacter(description, chosen, parameters),
    words: description.words,
    pose: description.pose,
    notes: [...description.notes, ...(skeleton === 'other' ? [onlyForModels] : [])],
  };
}
