import { DiscordAPIError } from 'discord.js';

/** Temporary reasons why Discord refuses a message; the delivery is kept for a retry. */
export type RefusalReason = 'hidden' | 'forbidden' | 'archived' | 'locked';

/** Discord refused a message but may accept it later. */
export class DeliveryRefused extends Error {
  override readonly name = 'DeliveryRefused';
  constructor(
    readonly channelId: string,
    readonly reason: RefusalReason,
    cause?: unknown,
  ) {
    super(`Discord refuses messages in channel ${channelId}: ${reason}`, { cause });
  }
}

/** What a Discord error says about the channel or message of a request. */
export type ErrorMeaning = 'channel deleted' | 'message deleted' | 'edited too often' | RefusalReason;

const meanings: Readonly<Record<number, ErrorMeaning>> = {
  10003: 'channel deleted',
  10008: 'message deleted',
  30046: 'edited too often',
  50001: 'hidden', // missing access: the channel, or the whole server after a kick
  50013: 'forbidden', // missing permissions
  50083: 'archived',
  160005: 'locked',
};

/** The one table of Discord's error codes for messages; null for a code that says nothing about them. */
export const meaningOf = ({ code, status }: DiscordAPIError): ErrorMeaning | null =>
  meanings[Number(code)] ?? (status === 403 ? 'forbidden' : null);

/** Classifies a Discord error for a delivery; null for errors that a retry may solve. */
export function refusalOf(error: unknown): 'gone' | RefusalReason | null {
  const meaning = error instanceof DiscordAPIError ? meaningOf(error) : null;
  switch (meaning) {
    case 'channel deleted':
    case 'message deleted':
      return 'gone';
    case 'edited too often':
      return null;
    default:
      return meaning;
  }
}
