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
import { answerTo, openWorld, order, startLink, type TestWorld, walletOf } from '../support/world.js';

/** The program with a client secret, as an application of the playground's Discord. */

type Account = { token: string; application_id: string; client_secret: string };

let world: TestWorld;
let account: Account;
let bot: App;
let origin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-linked-roles-'));
let environment: Record<string, string>;

async function actorPost<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${world.addresses.actor_api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

const startBot = () =>
  startApp(readConfig(environment, t), { world: false, service: false, bot: true }, { log: silentLog });

beforeAll(async () => {
  world = await openWorld({}, false);
  account = await actorPost<Account>('/bots', { name: 'Rigs' });
  environment = {
    ...(await environmentOfBot(world.addresses, { port: await ownBase(), dataDir })),
    DISCORD_TOKEN: account.token,
    DISCORD_CLIENT_SECRET: account.client_secret,
  };
  bot = await startBot();
});
afterAll(async () => {
  await bot.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

/** The person agrees at Discord. @returns the address that Discord redirects to */
const agrees = async (person: ActorPerson, url: string) =>
  new URL((await actorPost<{ redirect: string }>(`/people/${person.name}/authorize`, { url })).redirect);

const stateOf = (person: ActorPerson, conditions: { key: string; value: number }[] = []) =>
  actorPost<{ meets: boolean; metadata?: Record<string, string> }>(`/people/${person.name}/meets`, {
    conditions,
    application_id: account.application_id,
  });

/** A browser with its cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const keep = (response: Response) => {
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=', 2) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    get: async (url: string) => keep(await fetch(url, { headers: { cookie: cookie() }, redirect: 'manual' })),
    post: async (url: string, body: object) => {
      const headers = { 'content-type': 'application/json', origin: new URL(url).origin, cookie: cookie() };
      return keep(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
  };
}

/** Links a wallet, with the check of the Discord account. @returns the browser, and its calls of the link page */
async function links(person: ActorPerson) {
  const { card, url } = await startLink(person);
  const { hash, origin: at } = new URL(url);
  origin = at;
  const browser = openBrowser();
  const post = async (act: string, body: object = {}) => {
    const response = await browser.post(`${at}/link/api/${act}`, { token: hash.slice(1), ...body });
    return (await response.json()) as Record<string, string | null>;
  };
  const { address, sign } = await walletOf(person);
  await post('open');
  const { nonce, sign_in_input } = await post('challenge', { address });
  const signature = await sign(sign_in_input as unknown as object);
  const { identityUrl } = await post('prove', { address, nonce, signature, encoding: 'siws' });
  const { searchParams } = await agrees(person, identityUrl ?? '');
  const { code } = await post('identify', Object.fromEntries(searchParams));
  expect(await post('linked-role')).toEqual({ url: null }); // not before the code was typed
  await person.clicks('Enter code', { message: card.id });
  await answerTo(person, person.fills({ code: code ?? '' }), 'Wallet linked');
  return { browser, post };
}

it('a member links, shows it on their profile, buys, and gets a linked role; unlinking takes it, also after a restart', async () => {
  const mia = world.actor.as('mia');
  const { browser, post } = await links(mia);
  const { url } = await post('linked-role');
  const back = await agrees(mia, url ?? '');
  expect(back.origin + back.pathname).toBe(`${origin}/linked-role/discord`);
  const page = await browser.get(back.href);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Discord now knows')]);
  expect(await (await browser.get(back.href)).text()).toContain('This page has expired');
  const linked = { key: 'linked_since', value: 0 };
  await expect.poll(async () => (await stateOf(mia, [linked])).meets).toBe(true);

  const paid = [linked, { key: 'purchases', value: 1 }];
  expect((await stateOf(mia, paid)).meets).toBe(false);
  await links(mia); // another check of the account leaves the authorization valid
  const { url: payUrl } = await order(mia);
  await mia.wallet.pays(payUrl);
  await expect.poll(async () => (await stateOf(mia, paid)).meets).toBe(true);

  await bot.stop();
  bot = await startBot();
  await answerTo(mia, mia.runs('/unlink', {}, { channel: 'welcome' }), 'Wallet unlinked');
  await expect.poll(async () => (await stateOf(mia)).metadata).toEqual({});
});

it("Discord's verification address begins it too; who has no wallet is told to link one", async () => {
  const max = world.actor.as('max');
  const browser = openBrowser();
  const begun = await browser.get(`${origin}/linked-role`);
  expect(begun.status).toBe(302);
  const page = await browser.get((await agrees(max, begun.headers.get('location') ?? '')).href);
  expect(await page.text()).toContain('Use /link in Discord');
  expect((await stateOf(max)).metadata).toBeUndefined();
});
