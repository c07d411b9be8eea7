import {
  AuditLogEvent,
  ChannelType,
  Events,
  GatewayIntentBits as Intents,
  type TextChannel,
} from 'discord.js';
import { expect, it } from 'vitest';
import { Permission } from '../../../src/playground/discord/permission.js';
import { createAsker } from './asker.js';
import { channelId, login, next, STAFF, startDiscord } from './world.js';

async function createAuditor() {
  const discord = await startDiscord();
  const { ViewAuditLog, ManageChannels, ManageRoles, ManageWebhooks, ManageNicknames } = Permission;
  const permissions = STAFF | ViewAuditLog | ManageChannels | ManageRoles | ManageWebhooks | ManageNicknames;
  const bot = discord.createBot({ name: 'Auditor', permissions });
  const intents = [Intents.Guilds, Intents.GuildModeration];
  const client = await login(discord, { bot, intents });
  const guild = client.guilds.cache.first()!;
  const channel = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  const actions = async () => {
    const { entries } = await guild.fetchAuditLogs();
    return entries.map(({ action }) => AuditLogEvent[action]);
  };
  return { discord, client, guild, channel, actions };
}

it('the audit log records who changed what and why, and bots get the event', async () => {
  const { discord, client, guild, channel } = await createAuditor();
  const heard = next<{ reason: string | null }>((listener) =>
    client.on(Events.GuildAuditLogEntryCreate, listener),
  );
  await channel.edit({ topic: 'Foxes only', reason: 'too many owls, ähem' });
  expect((await heard).reason).toBe('too many owls, ähem');
  const { entries } = await guild.fetchAuditLogs({ type: AuditLogEvent.ChannelUpdate });
  const [entry] = entries.values();
  expect([entry!.executorId, entry!.targetId, entry!.reason]).toEqual([
    client.user.id,
    channel.id,
    'too many owls, ähem',
  ]);
  expect(entry!.changes).toEqual([
    { key: 'topic', old: 'Characters made by the members.', new: 'Foxes only' },
  ]);
  expect(discord.problems()).toEqual([]);
});

it('the audit log records threads, webhooks, pins, deletions by others, names, kicks and bans', async () => {
  const { discord, client, guild, channel, actions } = await createAuditor();
  const mia = discord.as('mia');
  const posted = await mia.post({ channelId: channel.id, content: 'hello' });
  const message = await channel.messages.fetch(posted.id);
  await message.pin();
  await message.unpin();
  await message.delete();
  await (await channel.send('my own')).delete();
  const thread = await channel.threads.create({ name: 'talk', type: ChannelType.PublicThread });
  await thread.setLocked(true);
  await thread.delete();
  const hook = await channel.createWebhook({ name: 'News' });
  await client.deleteWebhook(hook.id);
  await (await guild.members.fetch(mia.member.id)).setNickname('Mimi');
  discord.faults.kick(mia.member.id);
  discord.faults.ban(discord.as('sam').member.id);
  expect(await actions()).toEqual([
    'MemberBanAdd',
    'MemberKick',
    'MemberUpdate',
    'WebhookDelete',
    'WebhookCreate',
    'ThreadDelete',
    'ThreadUpdate',
    'ThreadCreate',
    'MessageDelete',
    'MessageUnpin',
    'MessagePin',
  ]);
});

it('reading the audit log requires View Audit Log', async () => {
  const { ask, discord } = await createAsker();
  const path = `/guilds/${discord.guildId}/audit-logs`;
  expect(await ask('GET', path)).toMatchObject({ status: 403, code: 50013 });
});
