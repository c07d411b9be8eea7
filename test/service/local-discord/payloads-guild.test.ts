import { ChannelType, type ForumChannel, type TextChannel } from 'discord.js';
import { expect, it } from 'vitest';
import { Permission } from '../../../src/playground/discord/permission.js';
import { described, faultsOf, type Json } from './described.js';
import { channelId, login, STAFF, startDiscord } from './world.js';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const POLL = { question: { text: 'Who?' }, answers: [{ text: 'Fox', emoji: '🦊' }, { text: 'Owl' }] };

async function createRich() {
  const discord = await startDiscord();
  const { ManageChannels, ManageWebhooks, ViewAuditLog } = Permission;
  const permissions = STAFF | ManageChannels | ManageWebhooks | ViewAuditLog;
  const bot = discord.createBot({ name: 'Rich', permissions, skus: ['41'] });
  const client = await login(discord, { bot });
  const rigs = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  const get = (path: `/${string}`) => client.rest.get(path) as Promise<Json>;
  return { discord, bot, client, rigs, get };
}

it('webhooks, polls, forwards and posts match the OpenAPI document of Discord', async () => {
  const { discord, client, rigs, get } = await createRich();
  const hook = await rigs.createWebhook({ name: 'News' });
  await hook.send({ content: 'by hook', username: 'Herald' });
  const poll = await rigs.send({ poll: { ...POLL, duration: 1, allowMultiselect: true } });
  discord.as('mia').vote({ channelId: rigs.id, messageId: poll.id, answers: [1, 2] });
  await client.rest.post(`/channels/${rigs.id}/polls/${poll.id}/expire`);
  await (await rigs.send('as it was')).forward(rigs);
  const messages = (await get(`/channels/${rigs.id}/messages`)) as unknown as Json[];
  expect(messages).toHaveLength(5);
  const found = messages.flatMap((message) => faultsOf(described('MessageResponse'), message));
  // The OpenAPI document lists only replies (0); the guide says 1 is a forward.
  expect(found).toEqual([expect.stringMatching(/^message_reference\.type: Invalid input/)]);
  const webhooks = (await get(`/channels/${rigs.id}/webhooks`)) as unknown as Json[];
  expect(webhooks.map((webhook) => faultsOf(described('GuildIncomingWebhookResponse'), webhook))).toEqual([
    [],
  ]);
  const { channels } = client.guilds.cache.first()!;
  const forum = (await channels.create({
    name: 'ideas',
    type: ChannelType.GuildForum,
    availableTags: [{ name: 'Bug' }],
  })) as ForumChannel;
  expect(faultsOf(described('GuildChannelResponse'), await get(`/channels/${forum.id}`))).toEqual([]);
  const appliedTags = forum.availableTags.map(({ id }) => id);
  const post = await forum.threads.create({ name: 'It broke', appliedTags, message: { content: 'here' } });
  expect(faultsOf(described('ThreadResponse'), await get(`/channels/${post.id}`))).toEqual([]);
});

it('application resources and the audit log match the OpenAPI document of Discord', async () => {
  const { discord, bot, client, rigs, get } = await createRich();
  const { id: user } = discord.as('mia').member;
  await client.application.entitlements.createTest({ sku: '41', user });
  await client.application.emojis.create({ name: 'fox', attachment: PIXEL });
  await rigs.setTopic('Foxes.', 'why not');
  await rigs.threads.create({ name: 'talk', type: ChannelType.PublicThread });
  const own = `/applications/${bot.applicationId}` as const;
  const entitlements = (await get(`${own}/entitlements`)) as unknown as Json[];
  expect(entitlements.map((one) => faultsOf(described('EntitlementResponse'), one))).toEqual([[]]);
  expect(faultsOf(described('ListApplicationEmojisResponse'), await get(`${own}/emojis`))).toEqual([]);
  const log = await get(`/guilds/${discord.guildId}/audit-logs`);
  expect(log.audit_log_entries).toHaveLength(2);
  expect(faultsOf(described('GuildAuditLogResponse'), log)).toEqual([]);
});
