import { Client, type Interaction, Routes } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { note } from '../../src/bot/cards/card.js';
import { createMessenger } from '../../src/bot/delivery/messenger.js';
import { createMakeRequest } from '../../src/bot/gateway/rest-request.js';
import type { LocalDiscord, RestFault } from '../../src/playground/discord/index.js';
import { channelId, login, startDiscord } from './local-discord/world.js';

/** Connections that break before or after a request took effect: nothing is lost, nothing happens twice. */

async function openServer(answer: (interaction: Interaction) => Promise<unknown> = async () => undefined) {
  const discord = await startDiscord();
  const client = await login(discord, {
    rest: { makeRequest: createMakeRequest({ sleep: async () => undefined }) },
  });
  await client.application.commands.set([{ name: 'me', description: 'x' }]);
  const errors: unknown[] = [];
  client.on(
    'interactionCreate',
    (interaction) => void answer(interaction).catch((error) => errors.push(error)),
  );
  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');
  return { discord, client, mia, welcome, errors, messenger: createMessenger(client.rest) };
}

const breaks = (discord: LocalDiscord, path: string, after: boolean, fault: Partial<RestFault> = {}) =>
  discord.faults.rest({ kind: 'hang-up', after, path, ...fault } as RestFault);

it.each([false, true])('a message is sent once (broken after it took effect: %s)', async (after) => {
  const { discord, messenger, mia, welcome } = await openServer();
  breaks(discord, '/channels/*/messages', after);
  const id = await messenger.send(welcome, note('Hello', 'There.'), 'key');
  expect(mia.see(welcome).map((message) => message.id)).toEqual([id]);
});

it.each([false, true])('an edit and a deletion reach their message (after: %s)', async (after) => {
  const { discord, messenger, mia, welcome } = await openServer();
  const id = (await messenger.send(welcome, note('Hello', 'There.'), 'key')) ?? '';
  breaks(discord, '/channels/*/messages/*', after);
  expect(await messenger.edit(welcome, id, note('Hello', 'Again.'))).toBe('edited');
  expect(JSON.stringify(mia.see(welcome))).toContain('Again.');
  breaks(discord, '/channels/*/messages/*', after, { method: 'DELETE' });
  expect(await messenger.remove(welcome, id)).toBe(true);
  expect(mia.see(welcome)).toEqual([]);
});

it.each([false, true])('an interaction is acknowledged and answered (after: %s)', async (after) => {
  const { discord, mia, welcome, errors } = await openServer(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { interaction: told } = await interaction.deferReply({ withResponse: true });
    await interaction.editReply(`answered ${told.id === interaction.id}`);
  });
  breaks(discord, '/interactions/*/*/callback', after);
  breaks(discord, '/webhooks/*/*/messages/@original', after);
  await mia.run({ channelId: welcome, command: 'me' });
  await expect.poll(() => mia.see(welcome).map(({ content }) => content)).toEqual(['answered true']);
  expect(errors).toEqual([]);
});

it('a non-idempotent request is not repeated, and the error says that the connection broke', async () => {
  const { discord, client, welcome } = await openServer();
  breaks(discord, '/channels/*/threads', true, { times: 5 });
  const body = { name: 'A talk', type: 11 };
  await expect(client.rest.post(Routes.threads(welcome), { body })).rejects.toThrow(
    'the connection to Discord broke',
  );
  expect(
    discord
      .as('mia')
      .channels()
      .filter(({ name }) => name === 'A talk'),
  ).toHaveLength(1);
});

it('a connection that never succeeds is given up after four attempts', async () => {
  let tries = 0;
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const client = new Client({ intents: [] });
  onTestFinished(() => client.destroy());
  client.rest.options.makeRequest = createMakeRequest({ sleep: async () => undefined }, async () => {
    tries += 1;
    throw refused;
  });
  await expect(client.rest.post('/channels/1/threads', { auth: false })).rejects.toThrow('broke (POST)');
  expect(tries).toBe(4);
});
