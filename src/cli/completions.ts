import { SetupError } from '../base/errors.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import { descriptionOf, optionText } from './help.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';
import { type OptionSpec, type VerbName, type VerbSpec, verbNames, verbs } from './verbs.js';

/** Prints a script that completes verbs, options, choices and files in a shell. */

const specOf = (verb: VerbName): VerbSpec => verbs[verb];
const optionsOf = (verb: VerbName): [string, OptionSpec][] => Object.entries(specOf(verb).options);
const isFile = ({ value = '' }: OptionSpec): boolean => /^(FILE|DIR)/.test(value);

function bash(): string {
  const values = verbNames.flatMap((verb) =>
    optionsOf(verb)
      .filter(([, { type }]) => type === 'string')
      .map(([name, { short, choices = [] }]) => {
        const forms = [`--${name}`, ...(short ? [`-${short}`] : [])].map((form) => `'${verb} ${form}'`);
        return `    ${forms.join('|')}) words='${choices.join(' ')}' ;;`;
      }),
  );
  const words = verbNames.map((verb) => {
    const options = [...optionsOf(verb).map(([name]) => name), 'help'].map((name) => `--${name}`);
    const first = (specOf(verb).words ?? []).join(' ');
    const all = `'${verb} ${verb}') words='${[first, ...options].filter(Boolean).join(' ')}' ;;\n`;
    return `    ${all}    '${verb} '*) words='${options.join(' ')}' ;;`;
  });
  return `_rigsmith() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${[...verbNames, '--help', '--version'].join(' ')}'
  else
    case "\${COMP_WORDS[1]} $previous" in
${[...values, ...words].join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _rigsmith rigsmith
`;
}

/** Quotes a text for zsh and fish. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const bare = (text: string): string => text.replace(/[[\]:'\\]/g, ' ');

function zsh(t: Translate): string {
  const action = (spec: OptionSpec): string => {
    if (spec.type === 'boolean') return '';
    return `:${bare(spec.value ?? '')}:${spec.choices ? `(${spec.choices.join(' ')})` : isFile(spec) ? '_files' : ' '}`;
  };
  const cases = verbNames.map((verb) => {
    const options = optionsOf(verb).flatMap(([name, spec]) => {
      const end = `[${bare(optionText(t, verb, name))}]${action(spec)}`;
      return [quoted(`--${name}${end}`), ...(spec.short ? [quoted(`-${spec.short}${end}`)] : [])];
    });
    const { words, takesFiles } = specOf(verb);
    const operand = [
      ...(words ? [`'1: :(${words.join(' ')})'`] : []),
      ...(takesFiles ? ["'*: :_files'"] : []),
    ];
    const help = quoted(`--help[${bare(t('cli.option.help'))}]`);
    return `    ${verb}) _arguments ${[...options, help, ...operand].join(' ')} ;;`;
  });
  const described = verbNames.map((verb) => quoted(`${verb}:${bare(descriptionOf(t, verb))}`));
  return `#compdef rigsmith
_rigsmith() {
  if (( CURRENT == 2 )); then
    local -a verbs=(${described.join(' ')})
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join('\n')}
  esac
}
compdef _rigsmith rigsmith
`;
}

function fish(t: Translate): string {
  const lines = verbNames.flatMap((verb) => {
    const { words = [], takesFiles } = specOf(verb);
    const within = `-n '__fish_seen_subcommand_from ${verb}'`;
    const first = `-n '__fish_seen_subcommand_from ${verb}; and test (count (commandline -opc)) -eq 2'`;
    return [
      `complete -c rigsmith -n '__fish_use_subcommand' -a ${verb} -d ${quoted(descriptionOf(t, verb))}`,
      ...words.map((word) => `complete -c rigsmith ${first} -a ${word}`),
      ...(takesFiles ? [`complete -c rigsmith ${within} -F`] : []),
      ...optionsOf(verb).map(([name, spec]) => {
        const { short, type, choices } = spec;
        const value = type === 'boolean' ? '' : isFile(spec) ? ' -r -F' : ' -x';
        const fixed = choices ? ` -a ${quoted(choices.join(' '))}` : '';
        return `complete -c rigsmith ${within}${short ? ` -s ${short}` : ''} -l ${name}${value}${fixed} -d ${quoted(optionText(t, verb, name))}`;
      }),
    ];
  });
  return `complete -c rigsmith -f\n${lines.join('\n')}\n`;
}

const scripts = { bash, zsh, fish } as const;

/** @throws SetupError for a shell without a script */
export async function runCompletions(argv: string[], io: Io): Promise<number> {
  const { operands } = readArguments('completions', argv);
  const [shell = ''] = operands;
  const t = terminalTexts();
  if (operands.length !== 1 || !Object.hasOwn(scripts, shell))
    throw new SetupError(t('cli.completions.error', { usage: 'rigsmith completions bash|zsh|fish' }));
  io.stdout.write(scripts[shell as keyof typeof scripts](t));
  return 0;
}
