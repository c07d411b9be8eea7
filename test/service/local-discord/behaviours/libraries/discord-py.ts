import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Skipped } from '../behaviour.js';
import type { StartLibraryBot } from '../libraries.js';

/** Debian's own Python first: `python3-discord` installs into it. */
const PYTHONS = ['/usr/bin/python3', 'python3'];

function findPython(): string {
  const found = PYTHONS.find((python) => spawnSync(python, ['-c', 'import discord']).status === 0);
  if (found) return found;
  throw new Skipped('discord.py is not installed (Debian: apt-get install python3-discord)');
}

/** Beside this file in the sources; in `out/` when bundled. */
function findScript(): string {
  const beside = fileURLToPath(new URL('./bot.py', import.meta.url));
  return existsSync(beside) ? beside : 'test/service/local-discord/behaviours/libraries/bot.py';
}

/** The scenario's bot in discord.py, in a child process. */
export const startDiscordPy: StartLibraryBot = async ({ name, token, api }) => {
  const child = spawn(findPython(), [findScript(), `${api}/v10`, name, token], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (part: Buffer) => {
    complaints += part;
  });
  const ended = once(child, 'exit');
  const isReady = new Promise<void>((resolve) => {
    child.stderr.on('data', () => complaints.includes('story bot is ready') && resolve());
  });
  const fell = ended.then(() => {
    throw new Error(`the bot in discord.py ended:\n${complaints}`);
  });
  fell.catch(() => {});
  await Promise.race([isReady, fell]);
  return {
    async stop() {
      child.kill();
      await ended;
    },
  };
};
