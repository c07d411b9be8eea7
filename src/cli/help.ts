import type { Translate } from '../copy/translate.js';
import { type OptionSpec, type VerbName, type VerbSpec, verbNames, verbs } from './verbs.js';

/** The help of the program and of each verb, from the table of verbs. */

/** A text whose key is put together from the table. */
export const textOfKey = (t: Translate, key: string): string => t.message({ key, values: {} });

export const descriptionOf = (t: Translate, verb: VerbName): string =>
  textOfKey(t, `cli.${verb}.description`);

export const optionText = (t: Translate, verb: VerbName, option: string): string => {
  const { like = verb }: VerbSpec = verbs[verb];
  const own = `cli.${like}.option.${option}`;
  if (option === 'locale' && !t.has(own)) return t('cli.option.locale');
  return textOfKey(t, own);
};

/** Aligned rows of a term and its text. */
function table(rows: readonly (readonly [term: string, text: string])[]): string[] {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`);
}

const termOf = (name: string, { short, value }: OptionSpec): string =>
  `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;

const choicesOf = ({ choices }: OptionSpec): string => (choices ? `: ${choices.join(', ')}` : '');

export function programHelp(t: Translate, version: string): string {
  return [
    `rigsmith ${version}: ${t('cli.description')}`,
    '',
    t('cli.help.usage', { usage: 'rigsmith VERB [--OPTION]' }),
    '',
    ...table(verbNames.map((name) => [name, descriptionOf(t, name)] as const)),
    '',
    ...table([
      ['-h, --help', t('cli.option.help')],
      ['    --version', t('cli.option.version')],
    ]),
    '',
    t('cli.help.first', { start: 'npm start', help: 'rigsmith rig --help' }),
    '',
  ].join('\n');
}

export function verbHelp(t: Translate, verb: VerbName): string {
  const { options, operands, forms, example }: VerbSpec = verbs[verb];
  const rows = Object.entries(options).map(
    ([name, spec]) => [termOf(name, spec), `${optionText(t, verb, name)}${choicesOf(spec)}`] as const,
  );
  const usage = ['rigsmith', verb, operands, rows.length > 0 ? '[--OPTION]' : undefined];
  const ways = Object.entries(forms ?? {}).map(
    ([name, form]) => [form, textOfKey(t, `cli.${verb}.form.${name}`)] as const,
  );
  return [
    descriptionOf(t, verb),
    '',
    ...(ways.length > 0
      ? table(ways)
      : [t('cli.help.usage', { usage: usage.filter((part) => part !== undefined).join(' ') })]),
    '',
    ...table([...rows, ['-h, --help', t('cli.option.help')]]),
    '',
    t('cli.help.example', { example }),
    '',
  ].join('\n');
}
