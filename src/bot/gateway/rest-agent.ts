import { createRequire } from 'node:module';
import type { RESTOptions } from 'discord.js';

type RestAgent = NonNullable<RESTOptions['agent']>;

/**
 * An HTTP agent from discord.js' own copy of undici. By default, discord.js uses the global agent, which belongs to the
 * copy that loaded first, and a different major version cannot send its FormData.
 */
export function createRestAgent(): RestAgent {
  const discordRequire = createRequire(createRequire(import.meta.url).resolve('discord.js'));
  const { Agent } = discordRequire('undici') as { Agent: new () => RestAgent };
  return new Agent();
}
