import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { createActor } from '../../src/playground/actor/client.js';
import { startWorld } from '../../src/playground/world.js';
import { t } from '../support/copy.js';

let stateFile: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'playground-state-'));
  stateFile = join(folder, 'discord.state');
  return () => rmSync(folder, { recursive: true, force: true });
});

const open = (kept: { stateFile?: string }) =>
  startWorld({
    ports: { web: 0, discord: 0, rpc: 0, rpcSocket: 0 },
    webDir: null,
    clock: systemClock,
    log: silentLog,
    ...kept,
  });

it("a playground with a state file restores its Discord and the bot's token; its chain starts empty", async () => {
  const before = await open({ stateFile });
  await createActor(before.web).as('mia').in('rigs').posts('remember me');
  await before.close();
  const after = await open({ stateFile });
  onTestFinished(after.close);
  expect(after.discord.token).toBe(before.discord.token);
  const [message] = await createActor(after.web).as('mia').in('rigs').messages();
  expect(message).toMatchObject({ content: 'remember me' });
});

it('a playground with a state file restores both servers, and the bot in them', async () => {
  const server = 'Pixel Workshop';
  const before = await open({ stateFile });
  const actor = createActor(before.web);
  await actor.as('sam').posts('vergiss mich nicht', { channel: 'moderation' });
  await actor.usesLocale('fr', server);
  const [, known] = (await actor.world()).guilds;
  await before.close();
  const after = await open({ stateFile });
  onTestFinished(after.close);
  const again = createActor(after.web);
  const [, kept] = (await again.world()).guilds;
  expect(kept).toEqual({ ...known, locale: 'fr' });
  expect(kept?.members.map(({ username }) => username)).toEqual(['mia', 'max', 'sam', 'noor', 'rigsmith']);
  const [message] = await again.as('sam').messages('moderation');
  expect(message).toMatchObject({ content: 'vergiss mich nicht' });
});

it('a playground without a state file starts empty', async () => {
  const [one, two] = [await open({}), await open({})];
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  expect(one.discord.token).not.toBe(two.discord.token);
});

it('a playground refuses a file that is something else, with one sentence', async () => {
  writeFileSync(stateFile, '{"savings":7}\n');
  await expect(open({ stateFile })).rejects.toMatchObject({
    name: 'SetupError',
    message: `${stateFile} is not a snapshot of a local Discord.`,
  });
  expect(readConfig({ PLAYGROUND_STATE: ' var/discord.state ' }, t).PLAYGROUND_STATE).toBe(
    'var/discord.state',
  );
});
