import { PermissionFlagsBits as Bits, PermissionsBitField } from 'discord.js';
import { expect, it } from 'vitest';
import { missingPermissions, missingReason } from '../../../src/bot/permissions.js';
import { t } from '../../support/copy.js';

const permissions = (...bits: bigint[]) => new PermissionsBitField(bits);
const needed = ['CreatePublicThreads', 'SendMessagesInThreads'] as const;

it('missingPermissions names what the bot lacks in a channel', () => {
  expect(missingPermissions(permissions(Bits.ViewChannel, Bits.CreatePublicThreads), needed)).toEqual([
    'SendMessagesInThreads',
  ]);
  expect(t.message(missingReason(needed))).toBe(
    'I need **Create Public Threads** and **Send Messages in Threads** in this channel to do that. Ask a moderator to allow it, or use another channel.',
  );
});

it('missingPermissions names View Channel alone when the bot cannot see the channel', () => {
  expect(missingPermissions(permissions(Bits.CreatePublicThreads), needed)).toEqual(['ViewChannel']);
});

it('missingPermissions is empty for an administrator', () => {
  expect(missingPermissions(permissions(Bits.Administrator), needed)).toEqual([]);
});
