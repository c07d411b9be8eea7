import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { createIdentity } from '../../../../src/bot/link/oauth.js';
import { client, openDiscordOauth } from './discord-oauth.js';
import { addressOf, type House, openHouse } from './house.js';

const mia = '700000000000000101';
const thief = '700000000000000666';

let discord: Awaited<ReturnType<typeof openDiscordOauth>>;
let house: House;

const identityWith = (changes: Partial<Parameters<typeof createIdentity>[0]> = {}) =>
  createIdentity({
    clientId: () => client.id,
    clientSecret: client.secret,
    random: systemRandom,
    authorizeUrl: discord.authorizeUrl,
    apiUrl: discord.apiUrl,
    redirectUrl: 'https://bot.example/link/discord',
    ...changes,
  });

beforeEach(async () => {
  discord = await openDiscordOauth();
  house = await openHouse({ identity: identityWith() });
});
afterEach(() => {
  house.close();
  discord.close();
});

/** Starts a link up to the Discord address that the page opens instead of showing a code. */
async function signed(member: string, wallet = 'Co') {
  const token = await house.start(member);
  const shown = await house.prove(token, wallet);
  if (shown === null || typeof shown === 'string') throw new Error('the code was shown too early');
  return { token, url: shown.identityUrl };
}

it('the member who started agrees at Discord, sees the code, and still types it', async () => {
  const { token, url } = await signed(mia);
  const code = await house.link.identify(token, discord.agrees(url, mia));
  expect(code).toMatch(/^\d{3}-\d{3}$/);
  expect(await house.addresses(mia)).toEqual([]);
  expect(await house.link.finish(mia, code)).toMatchObject({ wallet: { address: addressOf('Co') } });
  expect(discord.revoked).toEqual(['token-1']);
});

it('no code is accepted before Discord has answered, not even a right guess, and no try is used', async () => {
  const { token, url } = await signed(mia);
  for (let guess = 0; guess < 5; guess += 1)
    await expect(house.link.finish(mia, '123456')).rejects.toThrow('link.error.unidentified');
  const code = await house.link.identify(token, discord.agrees(url, mia));
  await expect(house.link.finish(mia, code)).resolves.toHaveProperty('wallet');
});

it('another person at the browser ends the attempt: a victim who opened the attacker’s link links nothing', async () => {
  const { token, url } = await signed(thief, 'Victim');
  await expect(house.link.identify(token, discord.agrees(url, mia))).rejects.toThrow(
    'link.error.other_member',
  );
  expect(house.upstream.ended).toEqual(house.upstream.opened);
  await expect(house.link.identify(token, discord.agrees(url, thief))).rejects.toThrow(
    'link.error.foreign_reply',
  );
  await expect(house.link.finish(thief, '123456')).rejects.toThrow('link.error.none_open');
  expect(await house.addresses(thief)).toEqual([]);
});

it('an answer for another link is refused, in both directions between attacker and victim', async () => {
  const victim = await signed(mia);
  const attacker = await signed(thief, 'Th');
  const foreign = discord.agrees(attacker.url, mia);
  await expect(house.link.identify(victim.token, foreign)).rejects.toThrow('link.error.foreign_reply');
  const mixed = { ...discord.agrees(victim.url, mia), code: foreign.code };
  await expect(house.link.identify(victim.token, mixed)).rejects.toThrow('link.error.discord_unconfirmed');
  expect(await house.link.identify(victim.token, discord.agrees(victim.url, mia))).toMatch(/^\d/);
});

it('an answer works once, and not after it expired', async () => {
  const first = await signed(mia);
  const answer = discord.agrees(first.url, mia);
  await house.link.identify(first.token, answer);
  await expect(house.link.identify(first.token, answer)).rejects.toThrow('link.error.foreign_reply');
  const second = await signed(mia);
  const late = discord.agrees(second.url, mia);
  await house.clock.advance(600_000);
  await expect(house.link.identify(second.token, late)).rejects.toThrow('link.error.expired');
});

it('an unreachable or faulty Discord changes nothing: the member can retry', async () => {
  const { token, url } = await signed(mia);
  for (const status of [429, 500, 503]) {
    discord.fails = status;
    await expect(house.link.identify(token, discord.agrees(url, mia))).rejects.toMatchObject({
      code: 'provider_error',
    });
  }
  discord.fails = 200;
  await expect(house.link.identify(token, discord.agrees(url, mia))).rejects.toMatchObject({
    code: 'provider_error',
  });
  discord.fails = 0;
  expect(await house.link.identify(token, discord.agrees(url, mia))).toMatch(/^\d/);
});

it('a wrong secret or redirect address is refused by Discord, and the address contains no secret', async () => {
  const right = identityWith();
  const { verifier, state } = right.begin();
  const url = right.urlOf({ verifier, state });
  expect(url).not.toContain(verifier);
  expect(url).not.toContain(client.secret);
  for (const wrong of [{ clientSecret: 'x' }, { redirectUrl: 'https://bot.example/elsewhere' }]) {
    const { code } = discord.agrees(url, mia);
    await expect(identityWith(wrong).readUserId(code, verifier)).rejects.toMatchObject({ code: 'forbidden' });
  }
  const { code } = discord.agrees(url, mia);
  await expect(right.readUserId(code, `${verifier}x`)).rejects.toMatchObject({ code: 'forbidden' });
});
