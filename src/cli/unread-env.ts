import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.js';

/** The `.env` in this folder, if it has the bot's token and the environment does not: it was not read. */
export function unreadEnv({ DISCORD_TOKEN }: Config): string | null {
  const path = resolve('.env');
  if (DISCORD_TOKEN || !existsSync(path)) return null;
  return /^DISCORD_TOKEN(_FILE)?=./m.test(readFileSync(path, 'utf8')) ? path : null;
}
