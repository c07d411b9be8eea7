import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longestStopMs } from '../../src/cli/running.js';
import { ownBase } from '../support/ports.js';

/** A server that takes connections and never answers, as behind a broken firewall. */
async function openMuteServer() {
  let noteConnection = () => {};
  const connected = new Promise<void>((resolve) => (noteConnection = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    noteConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, connected, close: () => server.close() };
}

it('a bot that waits for a mute Discord ends within the limit after SIGTERM and names its open step', async () => {
  const discord = await openMuteServer();
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-stop-'));
  const bot = spawn(process.execPath, ['dist/src/main.js', 'bot'], {
    env: {
      ...process.env,
      DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.Xyz.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      DISCORD_API_URL: `${discord.url}/api`,
      DISCORD_CDN_URL: discord.url,
      SERVICE_URL: 'http://127.0.0.1:9',
      MASTER_KEY: 'ab'.repeat(32),
      DATA_DIR: folder,
      PORT: String(await ownBase()),
    },
  });
  let said = '';
  bot.stderr.on('data', (chunk) => {
    said += chunk;
  });
  try {
    await Promise.race([discord.connected, once(bot, 'exit')]);
    const asked = performance.now();
    bot.kill('SIGTERM');
    const [code] = await once(bot, 'exit');
    expect(performance.now() - asked).toBeLessThan(longestStopMs + 20_000);
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('"steps":["start"]') });
  } finally {
    bot.kill('SIGKILL');
    discord.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
