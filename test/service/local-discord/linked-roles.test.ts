import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PersonError } from '../../../src/playground/discord/index.js';
import { manualClock } from '../../support/clock.js';
import { createAsker } from './asker.js';

const redirect = 'https://bot.example/back';
const scope = 'identify role_connections.write';
const record = (key: string, type: number) => ({
  key,
  type,
  name: `The ${key}`,
  description: `About ${key}`,
});

/** A bot with metadata of three types, and its website, to which people come back. */
async function createWebsite() {
  const clock = manualClock(Date.parse('2026-03-01T00:00:00Z'));
  const { discord, ask, bot } = await createAsker({ clock });
  const metadata = `/applications/${bot.applicationId}/role-connections/metadata`;
  await ask('PUT', metadata, [record('rigs', 2), record('since', 6), record('staff', 7)]);
  const call = async (method: string, path: string, token: string, body?: object) => {
    const response = await fetch(`${discord.api}/v10${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const post = async (path: string, fields: Record<string, string>, secret = bot.clientSecret) => {
    const basic = Buffer.from(`${bot.applicationId}:${secret}`).toString('base64');
    const response = await fetch(`${discord.api}/v10/oauth2/${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const consentUrl = (changes: Record<string, string> = {}) => {
    const query = { response_type: 'code', client_id: bot.applicationId, scope, redirect_uri: redirect };
    return `${discord.url}/oauth2/authorize?${new URLSearchParams({ ...query, state: 's 1', ...changes })}`;
  };
  const codeOf = (name: string, changes: Record<string, string> = {}) =>
    new URL(discord.as(name).authorize(consentUrl(changes))).searchParams.get('code') ?? '';
  const exchange = (code: string, more: Record<string, string> = {}) =>
    post('token', { grant_type: 'authorization_code', code, redirect_uri: redirect, ...more });
  const connection = `/users/@me/applications/${bot.applicationId}/role-connection`;
  return { discord, clock, ask, bot, metadata, call, post, consentUrl, codeOf, exchange, connection };
}

const invalid = { status: 400, body: { error: 'invalid_grant' } };

describe('linked roles', () => {
  it('a person agrees, the application says something about them, and they meet conditions', async () => {
    const { discord, clock, call, codeOf, exchange, connection } = await createWebsite();
    const mia = discord.as('mia');
    const { body: tokens } = await exchange(codeOf('mia'));
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope });
    const token = tokens.access_token ?? '';
    expect((await call('GET', '/users/@me', token)).body).toMatchObject({ id: mia.member.id });
    expect(mia.roleConnection()).toBeNull();
    const said = {
      platform_name: 'Rigs',
      platform_username: 'mia',
      metadata: { rigs: '3', since: '2026-02-19T00:00:00Z', staff: '1' },
    };
    expect(await call('PUT', connection, token, said)).toEqual({ status: 200, body: said });
    expect((await call('GET', connection, token)).body).toEqual(said);
    const conditions = [
      { key: 'rigs', value: 3 },
      { key: 'since', value: 10 },
      { key: 'staff', value: 1 },
    ];
    expect(mia.meets(conditions)).toBe(true);
    expect(mia.meets([{ key: 'rigs', value: 4 }])).toBe(false);
    expect(mia.meets([{ key: 'since', value: 11 }])).toBe(false);
    expect(mia.meets([{ key: 'staff', value: 0 }])).toBe(false);
    await clock.advance(86_400_000);
    expect(mia.meets([{ key: 'since', value: 11 }])).toBe(true);
    expect(discord.as('sam').meets([{ key: 'rigs', value: 0 }])).toBe(false);
    await call('PUT', connection, token, {});
    expect(mia.meets(conditions)).toBe(false);
    expect(discord.problems()).toEqual([]);
  });

  it('a code works once, in time, for its redirect, application and challenge', async () => {
    const { clock, codeOf, exchange, post } = await createWebsite();
    const code = codeOf('mia');
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toEqual(invalid);
    expect(await exchange(codeOf('mia'), { redirect_uri: `${redirect}/other` })).toEqual(invalid);
    const secretless = { grant_type: 'authorization_code', code: codeOf('mia'), redirect_uri: redirect };
    expect(await post('token', secretless, 'guessed')).toEqual({
      status: 401,
      body: { error: 'invalid_client' },
    });
    const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect(await exchange(codeOf('mia', pkce))).toEqual(invalid);
    expect((await exchange(codeOf('mia', pkce), { code_verifier: 'v'.repeat(43) })).status).toBe(200);
    const late = codeOf('mia');
    await clock.advance(10 * 60_000 + 1);
    expect(await exchange(late)).toEqual(invalid);
  });

  it('a refresh replaces both tokens, and a revocation ends all tokens of the person', async () => {
    const { clock, call, codeOf, exchange, post, connection } = await createWebsite();
    const { body: first } = await exchange(codeOf('mia'));
    const { body: others } = await exchange(codeOf('sam'));
    await clock.advance(604_800_000);
    expect((await call('GET', connection, first.access_token ?? '')).status).toBe(401);
    const again = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    const { body: second } = await post('token', again);
    expect((await call('GET', connection, second.access_token ?? '')).status).toBe(200);
    expect(await post('token', again)).toEqual(invalid);
    const { body: third } = await exchange(codeOf('mia'));
    expect((await post('token/revoke', { token: third.refresh_token ?? '' })).status).toBe(200);
    expect((await call('GET', connection, second.access_token ?? '')).status).toBe(401);
    const sams = { grant_type: 'refresh_token', refresh_token: others.refresh_token ?? '' };
    expect((await post('token', sams)).status).toBe(200);
  });

  it('refuses metadata and values that Discord refuses', async () => {
    const { ask, bot, metadata, call, codeOf, exchange, connection } = await createWebsite();
    const refused = async (body: unknown) => (await ask('PUT', metadata, body)).faults;
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => record(key, 2));
    expect(await refused(six)).toEqual(['BASE_TYPE_MAX_LENGTH']);
    expect(await refused([record('Rigs made', 2)])).toEqual(['0.key STRING_TYPE_REGEX']);
    expect(await refused([record('a', 2), record('a', 3)])).toEqual(['1.key DUPLICATE_KEY']);
    expect(await refused([record('a', 9)])).toEqual(['0.type BASE_TYPE_CHOICES']);
    const foreign = { ...record('a', 2), name_localizations: { xx: 'A' } };
    expect(await refused([foreign])).toEqual(['0.name_localizations.xx BASE_TYPE_CHOICES']);
    expect((await ask('GET', metadata)).body).toHaveLength(3);
    expect((await ask('PUT', metadata.replace(bot.applicationId, '1'), [])).status).toBe(403);

    const token = (await exchange(codeOf('mia'))).body.access_token ?? '';
    const put = async (body: object) => {
      const { status, body: answer } = await call('PUT', connection, token, body);
      return [status, answer.code];
    };
    for (const body of [
      { metadata: { size: '1' } },
      { metadata: { rigs: 3 } },
      { metadata: { rigs: 'three' } },
      { metadata: { since: 'yesterday' } },
      { metadata: { staff: 'yes' } },
      { platform_name: 'x'.repeat(51) },
      { platform_username: 'x'.repeat(101) },
    ])
      expect(await put(body), JSON.stringify(body)).toEqual([400, 50035]);
    const onlyName = (await exchange(codeOf('sam', { scope: 'identify' }))).body.access_token ?? '';
    const unscoped = await call('PUT', connection, onlyName, {});
    expect([unscoped.status, unscoped.body.code]).toEqual([403, 50026]);
    expect((await ask('GET', connection)).status).toBe(401);
  });

  it('the consent page lets the visitor choose a person or cancel, and refuses wrong addresses', async () => {
    const { discord, consentUrl, exchange } = await createWebsite();
    const page = await fetch(consentUrl());
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Authorize as Mia')]);
    const press = async (member: string) => {
      const body = new URLSearchParams({ member });
      const answer = await fetch(consentUrl(), { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams;
    };
    const agreed = await press(discord.as('mia').member.id);
    expect(agreed.get('state')).toBe('s 1');
    expect((await exchange(agreed.get('code') ?? '')).status).toBe(200);
    expect([...(await press(''))]).toEqual([
      ['error', 'access_denied'],
      ['state', 's 1'],
    ]);
    const wrongs: Record<string, string>[] = [
      { client_id: '1' },
      { response_type: 'token' },
      { scope: 'email' },
      { redirect_uri: 'javascript:alert(1)' },
      { code_challenge: 'x', code_challenge_method: 'plain' },
    ];
    for (const wrong of wrongs) {
      expect((await fetch(consentUrl(wrong))).status, JSON.stringify(wrong)).toBe(400);
      expect(() => discord.as('mia').authorize(consentUrl(wrong))).toThrow(PersonError);
    }
    const strict = discord.createBot({ name: 'Strict', redirectUris: [redirect] });
    const named = { client_id: strict.applicationId };
    expect((await fetch(consentUrl(named))).status).toBe(200);
    expect((await fetch(consentUrl({ ...named, redirect_uri: 'https://evil.example' }))).status).toBe(400);
  });
});
