import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  EmbedBuilder,
  MessageFlags,
  StringSelectMenuBuilder,
} from 'discord.js';
import * as document from 'discord-api-spec/zod';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { createBodyChecks } from '../../../src/playground/discord/validation/document.js';
import { channelId, login, startDiscord } from './world.js';

type Parsed = { safeParse(value: unknown): { success: boolean; data?: unknown } };

/** Occasionally one of the wrong values. */
const mostly = (right: fc.Arbitrary<unknown>, ...wrong: unknown[]) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });

/** Values for Discord's own field names, mostly of the right type, so that bodies are almost valid. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  content: mostly(fc.string({ maxLength: 20 }), null, 7),
  flags: mostly(fc.constantFrom(0, 4, null), true),
  tts: mostly(fc.boolean(), null, 1),
  title: mostly(fc.string({ maxLength: 8 }), 'x'.repeat(257)),
  color: mostly(fc.constantFrom(0, 0xffffff), 0x1000000, -1),
  inline: fc.boolean(),
  type: mostly(fc.constantFrom(1, 2, 10, 17), 3, 99),
  style: mostly(fc.constantFrom(1, 5), 9),
  label: fc.string({ maxLength: 90 }),
  custom_id: mostly(fc.constantFrom('a', 'b'), '', 'x'.repeat(101)),
  disabled: mostly(fc.boolean(), 'no'),
  users: fc.array(mostly(fc.constantFrom('7', null), 'seven'), { maxLength: 3 }),
  parse: fc.array(mostly(fc.constantFrom('users', 'roles'), 'all'), { maxLength: 3 }),
};

const bodies = fc.letrec<{ component: unknown; body: unknown }>((tie) => ({
  component: fc.record(
    {
      type: values.type!,
      style: values.style!,
      label: values.label!,
      custom_id: values.custom_id!,
      disabled: values.disabled!,
      content: values.content!,
      components: fc.array(tie('component'), { maxLength: 3, depthIdentifier: 'component' }),
    },
    { requiredKeys: ['type'] },
  ),
  body: fc.record(
    {
      content: values.content!,
      flags: values.flags!,
      tts: values.tts!,
      embeds: fc.array(fc.record({ title: values.title!, color: values.color! }, { requiredKeys: [] }), {
        maxLength: 12,
      }),
      allowed_mentions: fc.record({ parse: values.parse!, users: values.users! }, { requiredKeys: [] }),
      components: fc.array(tie('component'), { maxLength: 4, depthIdentifier: 'component' }),
    },
    { requiredKeys: [] },
  ),
})).body;

const accepts = (check: (body: unknown) => void, body: unknown): boolean => {
  try {
    check(body);
    return true;
  } catch {
    return false;
  }
};

describe('the OpenAPI document of Discord', () => {
  it('is validated as zod does, apart from unknown properties', () => {
    const schema = document.MessageCreateRequestSchema;
    const check = createBodyChecks()(schema as $ZodType);
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(bodies, (body) => {
        const { success, data } = (schema as unknown as Parsed).safeParse(body);
        const isKnown = JSON.stringify(sorted(data)) === JSON.stringify(sorted(body));
        expect(accepts(check, body)).toBe(success && isKnown);
        seen[success && isKnown ? 'accepted' : 'refused'] += 1;
      }),
      { numRuns: 1_000, seed: 7 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100);
  });

  it('finds an unknown property at any depth', () => {
    const check = createBodyChecks()(document.MessageCreateRequestSchema);
    const whole = {
      content: 'x',
      embeds: [{ fields: [{ name: 'a', value: 'b' }], footer: { text: 'c' } }],
      allowed_mentions: { parse: [] },
      components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'a', label: 'A' }] }],
    };
    expect(accepts(check, whole)).toBe(true);
    const places = [
      whole,
      whole.embeds[0]!,
      whole.embeds[0]!.fields[0]!,
      whole.embeds[0]!.footer,
      whole.allowed_mentions,
      whole.components[0]!,
      whole.components[0]!.components[0]!,
    ] as Record<string, unknown>[];
    for (const place of places) {
      place.surprise = 1;
      expect(accepts(check, whole)).toBe(false);
      delete place.surprise;
    }
  });
});

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;

describe('a request of discord.js', () => {
  it('is valid, also when it sends back a returned object', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await client.channels.fetch(channelId(discord, 'rigs'));
    if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
    const go = new ButtonBuilder().setCustomId('go').setLabel('Go').setStyle(ButtonStyle.Primary);
    const pick = new StringSelectMenuBuilder()
      .setCustomId('pick')
      .addOptions({ label: 'A', value: 'a', emoji: { name: '🦊' } });
    const message = await channel.send({
      content: 'x',
      embeds: [new EmbedBuilder({ title: 'x', color: 3, timestamp: new Date().toISOString() })],
      components: [
        new ActionRowBuilder<ButtonBuilder>().addComponents(go),
        new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(pick),
      ],
      files: [{ attachment: Buffer.from('a'), name: 'a.png', description: 'A' }],
      allowedMentions: { parse: [], repliedUser: false },
    });
    const fetched = await channel.messages.fetch({ message: message.id, force: true });
    await fetched.edit({
      content: 'y',
      embeds: fetched.embeds,
      components: fetched.components,
      attachments: [...fetched.attachments.values()],
      files: [{ attachment: Buffer.from('b'), name: 'b.png' }],
    });
    await fetched.reply({ content: 'z', flags: MessageFlags.SuppressNotifications, tts: false });
    const thread = await fetched.startThread({ name: 'talk', autoArchiveDuration: 60, rateLimitPerUser: 5 });
    await thread.edit({ name: 'talked', archived: false, autoArchiveDuration: 1_440 });
    await thread.setArchived(true);
    await channel.threads.create({ name: 'private', type: ChannelType.PrivateThread, invitable: false });
    await channel.threads.fetchActive();
    await channel.threads.fetchArchived({ limit: 10 });
    await channel.guild.members.fetch({ limit: 10 }).catch(() => undefined);
    await channel.guild.members.list({ limit: 10 });
    await channel.guild.members.search({ query: 'm', limit: 10 });
    await channel.messages.fetch({ limit: 5, before: fetched.id, cache: false });
    expect(discord.problems()).toEqual([]);
  });
});
