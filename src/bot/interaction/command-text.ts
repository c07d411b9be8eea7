import { type Copy, defaultLocale } from '../../copy/copy.js';
import type { CommandBody, CommandData } from '../command.js';
import { textOf, translations } from './translations.js';

/**
 * Adds the texts of a command from the catalog, in every language of Discord:
 *
 *     command.buy.description
 *     command.buy.option.currency.description
 *     command.buy.option.currency.choice.SOL
 *     command.mod.credits.option.member.description    (a subcommand)
 *     command.mod.option.member.description    (all its subcommands with such an option)
 *
 * `….name` beside a description translates the shown name. A command menu of messages has a name only.
 */

type Node = {
  name: string;
  description?: string;
  type?: number;
  options?: readonly Node[];
  choices?: readonly { name?: string; value: string | number }[];
};

const subcommandTypes: ReadonlySet<number> = new Set([1, 2]); // subcommand, subcommand group
const menuTypes: ReadonlySet<number | undefined> = new Set([2, 3]); // on a user, on a message

/** `{ [field]: English, [field]_localizations: the others }`, or nothing where the catalog has no such key. */
function localized(field: 'name' | 'description', key: string, copy: Copy): Record<string, unknown> {
  const english = copy.for(defaultLocale);
  if (!english.has(key)) return {};
  const others = translations(key, copy);
  return {
    ...(field === 'description' && { description: textOf(key, english) }),
    ...(Object.keys(others).length > 0 && { [`${field}_localizations`]: others }),
  };
}

const describeChoice = (
  choice: { name?: string; value: string | number },
  key: string,
  copy: Copy,
): Record<string, unknown> => {
  const english = copy.for(defaultLocale);
  return {
    ...choice,
    ...(english.has(key) && { name: textOf(key, english) }),
    ...localized('name', key, copy),
  };
};

/** @param command the key of the command, whose options its subcommands may share */
function describeNode(node: Node, key: string, command: string, copy: Copy): Record<string, unknown> {
  const hasOwn = copy.for(defaultLocale).has(`${key}.description`);
  const from = hasOwn || subcommandTypes.has(node.type ?? 0) ? key : `${command}.option.${node.name}`;
  return {
    ...node,
    ...localized('name', `${from}.name`, copy),
    ...localized('description', `${from}.description`, copy),
    ...(node.choices && {
      choices: node.choices.map((choice) => describeChoice(choice, `${from}.choice.${choice.value}`, copy)),
    }),
    ...(node.options && {
      options: node.options.map((option) => {
        const isSubcommand = subcommandTypes.has(option.type ?? 0);
        return describeNode(option, `${key}.${isSubcommand ? '' : 'option.'}${option.name}`, command, copy);
      }),
    }),
  };
}

const keyOf = (name: string): string => `command.${name.toLowerCase().replaceAll(' ', '-')}`;

export function describeCommand(data: CommandData, copy: Copy): CommandBody {
  const node = data as Node;
  if (menuTypes.has(node.type)) {
    const key = `${keyOf(node.name)}.name`;
    return { ...node, ...localized('name', key, copy) } as CommandBody;
  }
  const key = keyOf(node.name);
  return { ...describeNode(node, key, key, copy) } as unknown as CommandBody;
}
