import { parseArgs } from 'node:util';
import { SetupError } from '../base/errors.js';
import { typosBetween } from '../base/typos.js';
import { terminalTexts } from './texts.js';
import { type OptionSpec, type ValuesOf, type VerbName, type VerbSpec, verbs } from './verbs.js';

/** The known word that a mistyped one most likely means, at most two typing mistakes away. */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  const rated = known.flatMap((word) => {
    const typos = typosBetween(word, typed, word.length < 5 ? 1 : 2);
    return typos ? [{ word, typos: typos.length }] : [];
  });
  return rated.sort((a, b) => a.typos - b.typos)[0]?.word;
}

type Given<V extends VerbName> = { values: ValuesOf<V>; operands: string[] };

/**
 * Reads the arguments of a verb.
 * @throws SetupError with one sentence that names the mistake and the nearest valid option
 */
export function readArguments<V extends VerbName>(verb: V, argv: readonly string[]): Given<V> {
  const { options, operands }: VerbSpec = verbs[verb];
  const { tokens } = parseArgs({
    args: [...argv],
    options: options as Record<string, { type: 'string' | 'boolean'; short?: string }>,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const given: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') given.push(token.value);
    if (token.kind === 'option') values[token.name] = readOption(verb, options[token.name], token);
  }
  const [unexpected] = given;
  if (unexpected !== undefined && operands === undefined)
    throw new SetupError(terminalTexts()('cli.error.operand', { operand: unexpected, verb }));
  return { values: values as ValuesOf<V>, operands: given };
}

type OptionToken = {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

function readOption(verb: VerbName, spec: OptionSpec | undefined, token: OptionToken): string | boolean {
  const { name, rawName: option, value, inlineValue } = token;
  if (spec === undefined) throw new SetupError(unknownOption(verb, option));
  const t = terminalTexts();
  if (spec.type === 'boolean') {
    if (value !== undefined) throw new SetupError(t('cli.error.flag', { option }));
    return true;
  }
  const isOption = value?.startsWith('-') && value !== '-' && !inlineValue;
  if (value === undefined || isOption)
    throw new SetupError(t('cli.error.value', { option, example: `${option} ${spec.value ?? ''}` }));
  const { choices, alsoAccepted = [] } = spec;
  if (choices && !choices.includes(value) && !alsoAccepted.includes(value))
    throw new SetupError(
      t('cli.error.choice', { option: `--${name}`, given: value, choices: choices.join(', ') }),
    );
  return value;
}

function unknownOption(verb: VerbName, option: string): string {
  const known = ['help', ...Object.keys(verbs[verb].options)].map((name) => `--${name}`);
  const nearest = nearestWord(option, known);
  const t = terminalTexts();
  if (nearest) return t('cli.error.option.near', { option, nearest });
  return t('cli.error.option.unknown', { option, verb });
}

export const unknownVerb = (name: string, known: readonly string[]): string => {
  const t = terminalTexts();
  const nearest = nearestWord(name, known);
  return nearest
    ? t('cli.error.verb.near', { name, nearest })
    : t('cli.error.verb.unknown', { name, verbs: known.join(', ') });
};
