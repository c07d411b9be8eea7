import type { RESTOptions } from 'discord.js';
import { Agent } from 'undici';

type RestAgent = NonNullable<RESTOptions['agent']>;

/**
 * An HTTP agent for discord.js. Its default is the global agent, which belongs to the copy of undici that loaded first,
 * and another major version cannot send its FormData: package.json therefore has the version that discord.js has.
 */
export const createRestAgent = (): RestAgent => new Agent();
