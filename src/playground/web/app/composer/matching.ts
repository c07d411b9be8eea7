import type { SeenChannel, SeenCommand, SeenWorld } from '../../../actor/client.js';

/** Commands whose path matches the text after the slash, prefix matches first. */
export function matching(commands: SeenCommand[], typed: string): SeenCommand[] {
  const wanted = typed.replace(/^\//, '').toLowerCase().trim();
  const slash = commands.filter(({ kind }) => kind === 'slash');
  const rank = ({ name }: SeenCommand) => (name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2);
  return slash.filter((command) => rank(command) < 2).sort((a, b) => rank(a) - rank(b));
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
