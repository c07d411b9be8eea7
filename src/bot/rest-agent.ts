import { createRequire } from 'node:module';
import type { RESTOptions } from 'discord.js';

type RestAgent = NonNullable<RESTOptions['agent']>;

/**
 * An HTTP agent for a discord.js client, of discord.js' own copy of undici. Left alone it would use the
 * process-wide agent, which belongs to whichever copy was loaded first, and another major cannot send its forms.
 */
export function createRestAgent(): RestAgent {
  const discordRequire = createRequire(createRequire(import.meta.url).resolve('discord.js'));
  const { Agent } = discordRequire('undici') as { Agent: new () => RestAgent };
  return new Agent();
}
