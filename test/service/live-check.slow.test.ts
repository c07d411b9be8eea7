import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { permissions } from '../../src/bot/gateway/invite.js';
import { behaviours } from '../../src/cli/live-check/behaviours/index.js';
import type { Report } from '../../src/cli/live-check/report.js';
import { runLiveCheck } from '../../src/cli/live-check.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { BOT_PERMISSIONS, Permission } from '../../src/playground/discord/permission.js';
import { openAlteringProxy, type Passing } from '../support/altering-proxy.js';

let discord: LocalDiscord;
let folder: string;

beforeEach(async () => {
  // As the real Discord limits the messages of a channel, but faster.
  const routes = { 'POST /channels/:channelId/messages': { size: 5, windowMs: 200 } };
  discord = await createLocalDiscord({ limits: { routes } });
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-live-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await discord.close();
  rmSync(folder, { recursive: true, force: true });
});

type Checking = { api?: string; permissions?: bigint; stopped?: Promise<unknown> };

async function check({
  api = discord.api,
  permissions = BOT_PERMISSIONS | Permission.ManageChannels,
  stopped = new Promise(() => undefined),
}: Checking = {}) {
  const bot = discord.createBot({ name: 'Checker', permissions });
  const environment = {
    DISCORD_TOKEN: bot.token,
    DISCORD_API_URL: api,
    MASTER_KEY: 'ab'.repeat(32),
    SERVICE_URL: 'http://127.0.0.1:1',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) > 0 };
  const out = join(folder, 'report');
  const argv = ['--guild', discord.guildId, '--out', out];
  const code = await runLiveCheck(argv, { stdout: stream, stderr: stream } as never, {
    identifyEveryMs: 0,
    stopped,
  });
  const report = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as Report;
  return { code, said: lines.join(''), report, markdown: readFileSync(`${out}.md`, 'utf8') };
}

/** Another Discord: this one, with replies that differ. */
async function differing(alter: (passing: Passing) => Passing | Promise<Passing>): Promise<string> {
  const proxy = await openAlteringProxy(discord.api, alter);
  onTestFinished(proxy.close);
  return proxy.api;
}

const channelNames = () => discord.guild().channels.map(({ name }) => name);
const resultsOf = ({ discord: part }: Report) => part?.results ?? [];
const outcomeOf = (report: Report, id: string) => resultsOf(report).find((one) => one.id === id)?.outcome;

describe('a live check of the local Discord', () => {
  it('finds every behavior as the list expects it, and leaves nothing behind', async () => {
    const before = channelNames();
    const { code, said, report, markdown } = await check();
    expect(resultsOf(report).filter(({ outcome }) => outcome !== 'equal')).toEqual([]);
    expect(resultsOf(report).map(({ id }) => id)).toEqual(behaviours.map(({ id }) => id));
    expect([code, report.discord?.isWhole]).toEqual([0, true]);
    expect(channelNames()).toEqual(before);
    expect(said).toContain(`${behaviours.length} as expected, 0 unspecified, 0 different, 0 not observed.`);
    expect(markdown).toContain(`${behaviours.length} equal, 0 unspecified, 0 different, 0 not observed.`);
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
  });
});

describe('a live check of a Discord that differs', () => {
  it('names each difference with the expected and the actual value', async () => {
    const api = await differing((passing) => {
      const { method, path, body } = passing;
      const json = body as { code?: number; flags?: number; components?: unknown };
      if (json.code === 50006) return { ...passing, body: { ...json, code: 50035 } };
      if (method === 'POST' && path.endsWith('/messages') && json.components)
        return { ...passing, body: { ...json, components: undefined } };
      if (path.includes('/threads') && passing.status === 201) return { ...passing, status: 200 };
      return passing;
    });
    const { code, report, markdown, said } = await check({ api });
    expect(code).toBe(1);
    const different = resultsOf(report).filter(({ outcome }) => outcome === 'different');
    expect(different.map(({ id }) => id)).toEqual([
      'messages.created',
      'messages.empty',
      'messages.edit_empty',
      'layouts.tree',
      'files.components',
      'threads.of_message',
      'threads.private',
    ]);
    expect(different[0]).toMatchObject({
      differences: [{ path: 'missing.0', seen: 'components' }],
    });
    expect(said).toContain('DIFF  messages.empty\n      code: 50006 -> 50035');
    expect(markdown).toContain('| code | `50006` | `50035` |');
    expect(channelNames()).not.toContain('rigsmith-live-check');
  });

  it('reports an answer that the documents leave open as unspecified, not as a fault', async () => {
    const api = await differing((passing) => {
      const { path, body } = passing;
      const isUnknown = path.startsWith('/interactions/');
      return isUnknown ? { ...passing, status: 401, body: { ...Object(body), code: 50027 } } : passing;
    });
    const { code, report, markdown, said } = await check({ api });
    expect(outcomeOf(report, 'limits.interactions')).toBe('unspecified');
    expect(code).toBe(0);
    expect(said).toContain('open  limits.interactions\n      status: 404 -> 401');
    expect(markdown).toContain("Unspecified: Discord's documents leave this open");
  });

  it('reports what could not be observed, and goes on', async () => {
    const api = await differing((passing) => {
      if (passing.path.endsWith('/typing')) throw new Error('the connection breaks');
      return passing;
    });
    const { code, report } = await check({ api });
    expect(code).toBe(1);
    expect(outcomeOf(report, 'messages.typing')).toBe('failed');
    expect(resultsOf(report).filter(({ outcome }) => outcome === 'equal')).toHaveLength(
      behaviours.length - 1,
    );
    expect(channelNames()).not.toContain('rigsmith-live-check');
  });
});

describe('the channel of a live check', () => {
  it('is removed when the check is stopped in the middle', async () => {
    let stop = (): void => undefined;
    const stopped = new Promise<void>((done) => {
      stop = done;
    });
    const api = await differing((passing) => {
      if (passing.path.endsWith('/typing')) stop();
      return passing;
    });
    const { code, report, said } = await check({ api, stopped });
    expect([code, report.discord?.isWhole]).toEqual([1, false]);
    expect(resultsOf(report).length).toBeLessThan(20);
    expect(said).toContain('The channel of the check is removed.');
    expect(channelNames()).not.toContain('rigsmith-live-check');
  });

  it('is seen by no member', async () => {
    let seen: string[] | undefined;
    const api = await differing((passing) => {
      if (passing.path.endsWith('/typing'))
        seen = discord
          .as('mia')
          .channels()
          .map(({ name }) => name);
      return passing;
    });
    await check({ api });
    expect(seen).toContain('rigs');
    expect(seen).not.toContain('rigsmith-live-check');
  });

  it('of a check that was killed is removed by the next; channels of others stay', async () => {
    const bot = discord.createBot({
      name: 'Maker',
      permissions: BOT_PERMISSIONS | Permission.ManageChannels,
    });
    const make = (name: string, topic: string) =>
      fetch(`${discord.api}/v10/guilds/${discord.guildId}/channels`, {
        method: 'POST',
        headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, topic }),
      });
    await make('left-behind', 'Made by rigsmith live-check. It is removed when the check ends.');
    await make('rigsmith-live-check', 'About live checks');
    await check();
    expect(channelNames()).not.toContain('left-behind');
    expect(channelNames().filter((name) => name === 'rigsmith-live-check')).toHaveLength(1);
  });

  it('that cannot be made is explained with the link that adds the permission', async () => {
    const asked = permissions | Permission.ManageChannels;
    await expect(check({ permissions: BOT_PERMISSIONS })).rejects.toThrow(
      new RegExp(`Manage Channels.*https://discord\\.com/oauth2/authorize\\?.*permissions=${asked}$`),
    );
  });

  it('that cannot be removed is named, so that a person can remove it', async () => {
    const api = await differing((passing) => {
      const isRemoval = passing.method === 'DELETE' && /^\/channels\/\d+$/.test(passing.path);
      return isRemoval ? { ...passing, status: 403, body: { code: 50013, message: 'Missing' } } : passing;
    });
    const { said } = await check({ api });
    expect(said).toContain('These are left, remove them in Discord: #rigsmith-live-check');
  });
});
