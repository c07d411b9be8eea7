import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { runsOf } from '../../support/slice.js';
import { channelId, startBot, startDiscord } from './world.js';

/** Bodies that look valid at first glance: Discord's own field names over values of any kind. */
const body = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(
      null,
      true,
      -1,
      0,
      1,
      2,
      3,
      10,
      17,
      18,
      1 << 15,
      '',
      'x',
      'attachment://x',
      'javascript:x',
      '1',
    ),
    fc.string(),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...[
          'content',
          'embeds',
          'components',
          'attachments',
          'flags',
          'type',
          'data',
          'name',
          'options',
          'choices',
        ],
        ...[
          'description',
          'style',
          'label',
          'url',
          'custom_id',
          'media',
          'items',
          'image',
          'fields',
          'nonce',
          'id',
        ],
        ...[
          'allowed_mentions',
          'parse',
          'users',
          'message_reference',
          'message_id',
          'accessory',
          'component',
          'title',
        ],
        ...['recipient_id', 'archived', 'default_member_permissions', 'contexts', '__proto__', '_errors'],
      ),
      tie('node'),
      { maxKeys: 6 },
    ),
  ),
})).node;

it('no body makes the local Discord answer 5xx, and people can still see messages afterwards', {
  timeout: 60_000,
}, async () => {
  const discord = await startDiscord();
  const { client } = await startBot(discord, [{ name: 'go', description: 'Go' }], () => {});
  const bot = discord.bots()[0]!;
  const rigs = channelId(discord, 'rigs');
  const channel = await client.channels.fetch(rigs);
  if (!channel?.isSendable()) throw new Error('text channel expected');
  const message = await channel.send('target');
  const app = `/applications/${bot.applicationId}`;
  const doors = [
    ['POST', `/channels/${rigs}/messages`],
    ['PATCH', `/channels/${rigs}/messages/${message.id}`],
    ['POST', `/channels/${rigs}/threads`],
    ['PATCH', `/channels/${rigs}`],
    ['POST', '/users/@me/channels'],
    ['POST', `${app}/commands`],
    ['PUT', `${app}/guilds/${discord.guildId}/commands`],
    ['PUT', `${app}/commands`],
  ] as const;
  const headers = { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...doors), body, async ([method, path], value) => {
      const answer = await fetch(`${discord.api}/v10${path}`, {
        method,
        headers,
        body: JSON.stringify(value),
      });
      expect({ status: answer.status < 500, text: answer.status < 500 ? '' : await answer.text() }).toEqual({
        status: true,
        text: '',
      });
      discord.as('mia').commands();
    }),
    { numRuns: runsOf(150, 2_000) },
  );
  const reach = {
    type: 10,
    content: 'x',
    ['__proto__']: { url: 'attachment://none' },
    constructor: { url: 'attachment://none' },
  };
  const shared = () => [Object.keys(Object), Object.keys(Object.prototype)];
  const before = shared();
  const text = JSON.stringify({ content: 'x', embeds: [reach] });
  await fetch(`${discord.api}/v10/channels/${rigs}/messages`, { method: 'POST', headers, body: text });
  expect(shared()).toEqual(before);
  expect(discord.as('mia').see(rigs).length).toBeGreaterThan(0);
});

it('no callback body makes it answer 5xx', { timeout: 60_000 }, async () => {
  const discord = await startDiscord();
  const statuses = new Set<number>();
  const samples = fc.sample(fc.record({ type: fc.constantFrom(4, 5, 6, 7, 8, 9, 12, '4'), data: body }), {
    numRuns: 120,
    seed: 7,
  });
  let value: unknown;
  await startBot(discord, [{ name: 'go', description: 'Go' }], async (interaction) => {
    const url = `${discord.api}/v10/interactions/${interaction.id}/${interaction.token}/callback`;
    const post = async (json: unknown) =>
      (
        await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        })
      ).status;
    statuses.add(await post(value));
    await post({ type: 4, data: { content: 'done' } });
  });
  for (value of samples)
    await discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'go' });
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toContain(400);
});

it('no frame crashes the gateway', async () => {
  const discord = await startDiscord();
  const { token } = discord.createBot({ name: 'Odd' });
  const frames = fc.sample(
    fc.record({ op: fc.integer({ min: -1, max: 45 }), d: fc.oneof(body, fc.anything()) }),
    { numRuns: 100, seed: 7 },
  );
  const identify = JSON.stringify({ op: 2, d: { token, intents: 1, properties: {} } });
  for (const frame of frames) {
    const socket = new WebSocket(`${discord.url.replace('http', 'ws')}/gateway`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(identify);
    socket.send(JSON.stringify(frame, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
    socket.send(JSON.stringify({ op: 45, d: null }));
    await new Promise((resolve) => socket.once('close', resolve));
  }
  expect((await fetch(`${discord.api}/v10/gateway`)).status).toBe(200);
});
