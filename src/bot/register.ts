import { ApplicationCommandType, type REST, Routes } from 'discord.js';
import type { Log } from '../base/log.js';
import type { Command } from './command.js';

type Body = Command['data'];

/** The part of a command we set, in one order and without what Discord adds, so that two can be compared. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(
      ([key, inner]) =>
        inner !== null && inner !== undefined && inner !== false && !unset.has(key) && !isEmpty(inner),
    )
    .map(([key, inner]) => [key, shape(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const unset = new Set([
  'id',
  'application_id',
  'version',
  'guild_id',
  'nsfw',
  'dm_permission',
  'integration_types',
  'handler',
]);
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const kindOf = ({ type = ApplicationCommandType.ChatInput }: Body) => type;
const same = (a: Body, b: Body) =>
  JSON.stringify(shape({ type: 1, ...a })) === JSON.stringify(shape({ type: 1, ...b }));

/**
 * Brings the application's commands to what the code says, by difference: Discord allows 200 creations a day,
 * and most starts change nothing.
 * @returns how many commands were written, 0 when all were up to date
 */
export async function registerCommands(
  rest: REST,
  applicationId: string,
  commands: readonly Command[],
  log: Log,
): Promise<number> {
  const known = (await rest.get(Routes.applicationCommands(applicationId))) as Body[];
  const wanted = commands.map(({ data }) => data);
  const upToDate = (data: Body) =>
    known.some((one) => one.name === data.name && kindOf(one) === kindOf(data) && same(one, data));
  const changed = wanted.filter((data) => !upToDate(data)).length;
  if (changed === 0 && known.length === wanted.length) return 0;
  await rest.put(Routes.applicationCommands(applicationId), { body: wanted });
  log.info({ changed, commands: wanted.length }, 'commands registered');
  return changed;
}
