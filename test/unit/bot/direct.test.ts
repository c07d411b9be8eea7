import { DiscordAPIError, type REST } from 'discord.js';
import { expect, it } from 'vitest';
import { note } from '../../../src/bot/cards/card.js';
import { createSendDirect } from '../../../src/bot/delivery/direct.js';

/** What becomes of a direct message where Discord opens no channel for it. */

const sendWhere = (status: number, code: number) => {
  const error = new DiscordAPIError({ code, message: 'no' }, code, status, 'POST', '/users/@me/channels', {});
  const rest = { post: () => Promise.reject(error) } as unknown as REST;
  return createSendDirect(rest, { send: async () => 'unused' })('1', note('About', 'it'), 'key');
};

it.each([
  [403, 50007],
  [403, 50013],
  [403, 50278],
  [404, 10013],
  [400, 50033],
])(
  'a refusal (%i, %i) is closed, so that the member is told below their next answer',
  async (status, code) => {
    await expect(sendWhere(status, code)).resolves.toBe('closed');
  },
);

it('trouble that passes is thrown, so that it is tried again', async () => {
  await expect(sendWhere(500, 0)).rejects.toThrow();
});
