import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Card } from '../cards/card.js';
import type { Messenger } from './messenger.js';

/**
 * A message to one member alone. Most members can be written to, but nothing may depend on it.
 * @param key repeating it within minutes gives the same message
 */
export type SendDirect = (memberId: string, card: Card, key: string) => Promise<'told' | 'closed'>;

/** The member blocks messages, shares no server or deleted the account. All of these are refusals, not outages. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.status === 403 || error.status === 404 || error.code === invalidRecipient);
const invalidRecipient = 50033;

export const createSendDirect =
  (rest: REST, messenger: Pick<Messenger, 'send'>): SendDirect =>
  async (memberId, card, key) => {
    try {
      const body = { recipient_id: memberId };
      const { id } = (await rest.post(Routes.userChannels(), { body })) as { id: string };
      return (await messenger.send(id, card, key)) === null ? 'closed' : 'told';
    } catch (error) {
      if (isRefusal(error)) return 'closed';
      throw error;
    }
  };
