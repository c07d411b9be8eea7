import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { metadataRecords } from '../../src/bot/linked-roles/metadata.js';
import { runChecks } from '../../src/cli/doctor/check.js';
import { discordChecks } from '../../src/cli/doctor/discord.js';
import { readConfig } from '../../src/config.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { copy, t } from '../support/copy.js';

type Portal = { redirectUris?: string[]; verificationUrl?: string };

let discord: LocalDiscord;
let page: { url: string; status: number; close(): void };
let portal: Required<Portal>;

beforeEach(async () => {
  discord = await createLocalDiscord();
  const server = createServer((request, response) => {
    const isPage = request.url === '/linked-role' && page.status === 302;
    response.writeHead(page.status, isPage ? { location: `${discord.api}/oauth2/authorize?x` } : {}).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  page = { url, status: 302, close: () => server.close().closeAllConnections() };
  portal = {
    redirectUris: [`${url}/link/discord`, `${url}/linked-role/discord`],
    verificationUrl: `${url}/linked-role`,
  };
});
afterEach(async () => {
  page.close();
  await discord.close();
});

/** The line of linked roles, for a bot with these settings in the portal. */
async function line(settings: Portal = portal, changes: { secret?: string; isRegistered?: boolean } = {}) {
  const bot = discord.createBot({ name: 'Rigsmith', ...settings });
  const { secret = bot.clientSecret, isRegistered = true } = changes;
  if (isRegistered)
    await fetch(`${discord.api}/v10/applications/${bot.applicationId}/role-connections/metadata`, {
      method: 'PUT',
      headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(metadataRecords(copy)),
    });
  const config = readConfig(
    {
      DISCORD_TOKEN: bot.token,
      DISCORD_API_URL: discord.api,
      PUBLIC_URL: page.url,
      MASTER_KEY: 'ab'.repeat(32),
      SERVICE_URL: 'http://127.0.0.1:9',
      ...(secret && { DISCORD_CLIENT_SECRET: secret }),
    },
    t,
  );
  const checks = discordChecks(config, bot.token, t).filter(({ name }) => name === 'Linked roles');
  const [result] = await runChecks(checks, () => undefined);
  return [result?.isOk, result?.says, result?.fix];
}

describe('doctor about linked roles', () => {
  it('reports them as off, not as a problem, without a client secret', async () => {
    expect(await line({}, { secret: '' })).toEqual([true, expect.stringContaining('off'), null]);
  });

  it('finds everything in order', async () => {
    expect(await line()).toEqual([true, 'on; Discord knows 3 values', null]);
  });

  it('is content before the first start, when no page answers and nothing is registered', async () => {
    page.close();
    const found = await line(portal, { isRegistered: false });
    expect(found).toEqual([true, expect.stringContaining('when it starts'), null]);
  });

  it('names the redirect that the portal lacks', async () => {
    const { redirectUris, verificationUrl } = portal;
    expect(await line({ redirectUris: redirectUris.slice(0, 1), verificationUrl })).toEqual([
      false,
      `Rigsmith has no redirect to ${page.url}/linked-role/discord`,
      expect.stringContaining('Redirects'),
    ]);
  });

  it('names the verification address that the portal lacks', async () => {
    expect(await line({ redirectUris: portal.redirectUris })).toEqual([
      false,
      expect.stringContaining('Verification URL'),
      expect.stringContaining(`${page.url}/linked-role`),
    ]);
  });

  it('reports a client secret that Discord refuses', async () => {
    expect(await line(portal, { secret: 'not-the-secret-of-anybody' })).toEqual([
      false,
      'Discord refuses the client secret',
      expect.stringContaining('DISCORD_CLIENT_SECRET'),
    ]);
  });

  it('reports a page that the proxy does not pass on, and values that a running bot has not registered', async () => {
    expect(await line(portal, { isRegistered: false })).toEqual([
      false,
      'the bot has registered 0 of 3 values',
      expect.stringContaining('linked metadata'),
    ]);
    page.status = 404;
    expect(await line()).toEqual([
      false,
      expect.stringContaining('answers 404'),
      expect.stringContaining('TLS proxy'),
    ]);
  });
});
