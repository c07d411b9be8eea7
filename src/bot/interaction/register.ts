import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Copy } from '../../copy/copy.js';
import type { Command, CommandBody } from '../command.js';
import { isUpToDate } from './command-shape.js';
import { describeCommand } from './command-text.js';

/**
 * Syncs the application's commands with the code by diff, because Discord allows 200 command creations a day and most
 * starts change nothing.
 */
async function registerCommands(
  rest: REST,
  applicationId: string,
  commands: readonly CommandBody[],
  log: Log,
): Promise<void> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const known = (await rest.get(Routes.applicationCommands(applicationId), { query })) as CommandBody[];
  const changed = commands.filter((data) => !known.some((one) => isUpToDate(data, one))).length;
  if (changed === 0 && known.length === commands.length) return;
  await rest.put(Routes.applicationCommands(applicationId), { body: commands });
  log.info({ changed, commands: commands.length }, 'commands registered');
}

const retryMs = 5 * 60_000;

export type Registration = {
  /**
   * Registers the commands unless that succeeded, or failed less than five minutes ago. Never rejects: failures are logged,
   * and existing commands keep working.
   */
  attempt(): Promise<void>;
};

export function createRegistration(options: {
  rest: REST;
  applicationId: () => string;
  commands: readonly Command[];
  copy: Copy;
  clock: Clock;
  log: Log;
}): Registration {
  const { rest, applicationId, commands, copy, clock, log } = options;
  const described = commands.map(({ data }) => describeCommand(data, copy));
  let isDone = false;
  let retryAt = 0;
  return {
    async attempt() {
      if (isDone || clock.now() < retryAt) return;
      try {
        await registerCommands(rest, applicationId(), described, log);
        isDone = true;
      } catch (error) {
        retryAt = clock.now() + retryMs;
        log.error(
          { err: error },
          `command registration failed (${reasonOf(error)}); existing commands still work, retrying in 5 minutes`,
        );
      }
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof DiscordAPIError) return `${error.status}, code ${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
