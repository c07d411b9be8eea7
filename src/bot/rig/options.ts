import { AppError } from '../../base/errors.js';
import type { Parameter, Pipeline, PipelineDetail, RigInput } from '../../contract/pipelines.js';
import type { Generation } from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { clip } from '../text.js';
import { valueName } from './bodies.js';

/** A member's answers by parameter name; empty means the pipeline chooses. */
export type Answers = Readonly<Record<string, string>>;
export type Parameters = Generation['input']['parameters'];

/** The submitted change form; undefined fields were not on it. */
export type RigChange = {
  prompt: string | undefined;
  seed: string | undefined;
  /** Words that change the character of the rig. */
  edit?: string | undefined;
  answers: Answers;
};

export type OptionChoice = { name: string; value: string };

const mostChoices = 25;
const longest = 100; // both Discord's limits

const matching = (choices: OptionChoice[], typed: string): OptionChoice[] =>
  choices
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, mostChoices);

/** Pipelines for an input type, with prices. */
export const pipelineChoices = (
  pipelines: readonly Pipeline[],
  input: RigInput,
  typed: string,
  t: Translate,
): OptionChoice[] =>
  matching(
    pipelines
      .filter(({ id, inputs }) => inputs.includes(input) && id.length <= longest)
      .map(({ id, name, credit_cost, estimated_seconds }) => ({
        name: clip(
          t('rig.suggestion.pipeline', {
            name,
            credits: credit_cost,
            seconds: Math.round(estimated_seconds),
          }),
          longest,
        ),
        value: id,
      })),
    typed,
  );

/** The values of a parameter; empty when the pipeline lacks it or accepts any value. */
export const parameterChoices = (
  { parameters }: PipelineDetail,
  name: string,
  typed: string,
  t: Translate,
): OptionChoice[] => {
  const known = parameters.find((one) => one.name === name);
  const values = (known?.enum ?? []).filter((value) => value.length <= longest);
  return matching(
    values.map((value) => {
      const said = valueName(name, value, t);
      return {
        name: value === known?.default ? clip(t('rig.suggestion.default', { value: said }), longest) : said,
        value,
      };
    }),
    typed,
  );
};

/**
 * Converts answers to the types of the pipeline's parameters; passes unknown ones through for the service to reject.
 * @throws AppError `invalid_request` for a number parameter with another value
 */
export function parametersOf(known: readonly Parameter[], answers: Answers): Parameters {
  const given = Object.entries(answers).map(([name, answer]) => [name, answer.trim()] as const);
  return Object.fromEntries(
    given
      .filter(([, answer]) => answer !== '')
      .map(([name, answer]) => [
        name,
        typed(
          known.find((one) => one.name === name),
          answer,
        ),
      ]),
  );
}

function typed(known: Parameter | undefined, answer: string): string | number | boolean {
  if (known?.type === 'boolean') return answer === 'true';
  if (known?.type === 'integer' || known?.type === 'number') return numberOf(known.title, answer);
  return known?.enum?.find((one) => one.toLowerCase() === answer.toLowerCase()) ?? answer;
}

function numberOf(option: string, answer: string): number {
  const number = Number(answer);
  if (Number.isFinite(number)) return number;
  throw new AppError('invalid_request', reason('rig.error.not_a_number', { option }));
}

export const largestSeed = 2 ** 32 - 1;

/** Undefined for an empty answer, which means a random seed. @throws AppError `invalid_request` */
export function readSeed(answer: string): number | undefined {
  if (answer.trim() === '') return undefined;
  const seed = Number(answer);
  if (Number.isInteger(seed) && seed >= 0 && seed <= largestSeed) return seed;
  throw new AppError('invalid_request', reason('rig.error.invalid_seed', { largest: largestSeed }));
}
