import type { SeenChannel, SeenCommand, SeenWorld } from '../../../actor/client.js';

/**
 * Commands whose path matches the text after the slash, prefix matches first. If none does, those whose path starts
 * with the same words: `/rig a red fox` finds all of `/rig`.
 */
export function matching(commands: SeenCommand[], typed: string): SeenCommand[] {
  const wanted = typed.replace(/^\//, '').toLowerCase().trim();
  const slash = commands.filter(({ kind }) => kind === 'slash');
  const rank = ({ name }: SeenCommand) => (name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2);
  const found = slash.filter((command) => rank(command) < 2).sort((a, b) => rank(a) - rank(b));
  if (found.length > 0) return found;
  const most = Math.max(0, ...slash.map((command) => sharedWords(command, typed)));
  return most === 0 ? [] : slash.filter((command) => sharedWords(command, typed) === most);
}

/** What a member wrote behind the words of a command, as the value of its first text option. */
export function writtenAfter(command: SeenCommand, typed: string): Record<string, string> {
  const words = wordsIn(typed);
  const text = words.slice(sharedWords(command, typed)).join(' ');
  const option = command.options.find(({ kind }) => kind === 'string');
  const isPath = command.name.includes(words.join(' ').toLowerCase());
  return text === '' || isPath || !option || option.choices.length > 0 ? {} : { [option.name]: text };
}

const wordsIn = (typed: string): string[] => typed.replace(/^\//, '').split(/\s+/).filter(Boolean);

/** How many words at the start of the text are the command's path, or the start of it. */
function sharedWords({ name }: SeenCommand, typed: string): number {
  const path = name.split(' ');
  const words = wordsIn(typed.toLowerCase());
  const other = path.findIndex((word, at) => word !== words[at]);
  return other < 0 ? path.length : other;
}

/** Groups commands by application, keeping their order. */
export function byApplication(commands: readonly SeenCommand[]): [name: string, commands: SeenCommand[]][] {
  const groups = new Map<string, SeenCommand[]>();
  for (const command of commands) {
    const group = groups.get(command.application_name) ?? [];
    groups.set(command.application_name, [...group, command]);
  }
  return [...groups];
}

export type Naming = { sign: '@' | '#'; start: number; typed: string };

/** The mention being typed before the caret: `@ma` or `#we`. */
export function namingAt(text: string, caret: number): Naming | null {
  const match = /(?:^|\s)([@#])([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret));
  if (!match) return null;
  const [, sign = '@', typed = ''] = match;
  return { sign: sign as '@' | '#', typed, start: caret - typed.length - 1 };
}

/** Replaces names as people write them (`@Max`, `#rigs`) with Discord's mentions, which contain ids. */
export function withMentions(text: string, world: SeenWorld, channels: readonly SeenChannel[]): string {
  const { members, roles } = world.guild;
  const names = [
    ...members.map(({ id, display_name }) => [`@${display_name}`, `<@${id}>`] as const),
    ...roles
      .filter(({ name }) => !name.startsWith('@'))
      .map(({ id, name }) => [`@${name}`, `<@&${id}>`] as const),
    ...channels
      .filter(({ kind }) => kind === 'text')
      .map(({ id, name }) => [`#${name}`, `<#${id}>`] as const),
  ].sort(([a], [b]) => b.length - a.length);
  return names.reduce((result, [name, mention]) => {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}<])${escaped(name)}(?![\\p{L}\\p{N}_-])`, 'giu');
    return result.replace(pattern, mention);
  }, text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
