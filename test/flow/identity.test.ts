import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../../src/app.js';
import type { App } from '../../src/app-types.js';
import { silentLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { t } from '../support/copy.js';
import { ownBase } from '../support/ports.js';
import { openWorld, startLink, type TestWorld, walletOf } from '../support/world.js';
import { client, openDiscordOauth } from '../unit/bot/link/discord-oauth.js';

/** The program with a client secret, and a Discord with OAuth2. */

let world: TestWorld;
let discord: Awaited<ReturnType<typeof openDiscordOauth>>;
let bot: App;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-identity-'));

beforeAll(async () => {
  world = await openWorld({}, false);
  const [{ application_id: applicationId } = { application_id: '' }] = (await world.actor.world()).bots;
  discord = await openDiscordOauth({ api: world.addresses.discord_api ?? '', applicationId });
  const environment = {
    ...(await environmentOfBot(world.addresses, { port: await ownBase(), dataDir })),
    DISCORD_API_URL: `${discord.origin}/api`,
    DISCORD_CLIENT_SECRET: client.secret,
  };
  bot = await startApp(
    readConfig(environment, t),
    { world: false, service: false, bot: true },
    { log: silentLog },
  );
});
afterAll(async () => {
  await bot.stop();
  discord.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

/** A browser on the link page, up to the Discord address it is redirected to. */
async function signs(person: ActorPerson) {
  const { card, url } = await startLink(person);
  const { origin, hash } = new URL(url);
  let cookie = '';
  const post = async (act: string, body: object = {}): Promise<Record<string, string>> => {
    const response = await fetch(`${origin}/link/api/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify({ token: hash.slice(1), ...body }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return (await response.json()) as Record<string, string>;
  };
  const { address, sign } = await walletOf(person);
  await post('open');
  const { nonce, sign_in_input } = await post('challenge', { address });
  const signature = await sign(sign_in_input as unknown as object);
  const shown = await post('prove', { address, nonce, signature, encoding: 'siws' });
  expect(shown.code ?? null).toBeNull();
  return { card, origin, identityUrl: shown.identityUrl ?? '', post };
}

const idOf = async (name: string) =>
  (await world.actor.world()).people.find(({ username }) => username === name)?.id ?? '';

it('the member agrees at Discord, comes back to the page, sees the code and types it', async () => {
  const mia = world.actor.as('mia');
  const { card, origin, identityUrl, post } = await signs(mia);
  const answer = discord.agrees(identityUrl, await idOf('mia'));
  expect(new URL(identityUrl).searchParams.get('redirect_uri')).toBe(`${origin}/link/discord`);
  const page = await fetch(`${origin}/link/discord?${new URLSearchParams(answer)}`);
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const { code = '' } = await post('identify', answer);
  await mia.clicks('Enter code', { message: card.id });
  await mia.fills({ code });
  await mia.sees('Wallet linked');
});

it('another person at the browser sees no code, and the link ends', async () => {
  const sam = world.actor.as('sam');
  const { card, identityUrl, post } = await signs(sam);
  const refused = await post('identify', discord.agrees(identityUrl, await idOf('max')));
  expect(refused.detail).toContain('Another Discord member started this link');
  await sam.clicks('Enter code', { message: card.id });
  await sam.fills({ code: '123-456' });
  await sam.sees('You have no open link');
});
