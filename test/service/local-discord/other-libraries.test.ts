import { describe, expect, it } from 'vitest';
import { createAsker } from './asker.js';
import { openGateway } from './behaviours/gateway-socket.js';
import { channelId } from './world.js';

const JSON_TYPE = 'application/json';

describe('for libraries other than discord.js, the local Discord', () => {
  it('answers JSON as application/json, without a charset', async () => {
    const { fetch, path } = await createAsker();
    for (const response of [await fetch('/users/@me'), await fetch('/nowhere'), await fetch(path.messages)])
      expect(response.headers.get('content-type')).toBe(JSON_TYPE);
  });

  it('accepts a PUT and a POST without a body, sent as application/octet-stream', async () => {
    const { discord, bot, fetch, ask, path } = await createAsker();
    const headers = { authorization: `Bot ${bot.token}`, 'content-type': 'application/octet-stream' };
    const { body } = await ask('POST', path.messages, { content: 'like this' });
    const reaction = `${path.messages}/${(body as { id: string }).id}/reactions/👍/@me`;
    const put = await fetch(encodeURI(reaction), { method: 'PUT', headers, body: '' });
    expect(put.status).toBe(204);
    const post = await fetch(path.typing, { method: 'POST', headers, body: '' });
    expect(post.status).toBe(204);
    const filled = await fetch(path.typing, { method: 'POST', headers, body: 'something' });
    expect(filled.status).toBe(400);
    expect(discord.problems()).toHaveLength(1);
  });

  it('reads ids sent as JSON integers without rounding them', async () => {
    const { discord, fetch, ask, bot, path } = await createAsker();
    const { body } = await ask('POST', path.messages, { content: 'first' });
    const { id } = body as { id: string };
    const rigs = channelId(discord, 'rigs');
    const response = await fetch(path.messages, {
      method: 'POST',
      headers: { authorization: `Bot ${bot.token}`, 'content-type': JSON_TYPE },
      body: `{"content":"1234567890123456789 \\"x\\": 1234567890123456789","message_reference":{"message_id":${id},"channel_id": ${rigs}}}`,
    });
    expect(await response.json()).toMatchObject({
      content: '1234567890123456789 "x": 1234567890123456789',
      message_reference: { message_id: id, channel_id: rigs },
    });
  });

  it('reads forms, and gives the owner of an application an OAuth2 token for one', async () => {
    const { discord, bot, fetch, path } = await createAsker();
    const form = (fields: Record<string, string>, authorization: string) => ({
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(fields),
    });
    const sent = await fetch(path.messages, form({ content: 'by form' }, `Bot ${bot.token}`));
    expect(await sent.json()).toMatchObject({ content: 'by form' });
    const basic = (secret: string) =>
      `Basic ${Buffer.from(`${bot.applicationId}:${secret}`).toString('base64')}`;
    const grant = { grant_type: 'client_credentials', scope: 'identify' };
    const wrong = await fetch('/oauth2/token', form(grant, basic('guessed')));
    expect([wrong.status, await wrong.json()]).toEqual([401, { error: 'invalid_client' }]);
    const given = await fetch('/oauth2/token', form(grant, basic(bot.clientSecret)));
    const token = (await given.json()) as Record<string, unknown>;
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify' });
    const me = await fetch('/oauth2/@me', { headers: { authorization: `Bearer ${token.access_token}` } });
    expect(await me.json()).toMatchObject({
      application: { id: bot.applicationId },
      scopes: ['identify'],
      user: { username: discord.as('olga').member.username },
    });
  });

  it('answers op 8 with a guild id sent as an integer', async () => {
    const { discord, bot } = await createAsker();
    const gateway = await openGateway(discord.url.replace('http', 'ws').concat('/gateway'));
    gateway.send({ op: 2, d: { token: bot.token, intents: 3, properties: {} } });
    await gateway.receive((frame) => frame.t === 'GUILD_CREATE');
    gateway.send(`{"op":8,"d":{"guild_id": ${discord.guildId}, "query":"", "limit":0}}`);
    const chunk = await gateway.receive((frame) => frame.t === 'GUILD_MEMBERS_CHUNK');
    expect(chunk.d).toMatchObject({ guild_id: discord.guildId, chunk_count: 1 });
    expect((chunk.d as { members: unknown[] }).members).toHaveLength(6);
    gateway.drop();
  });
});
