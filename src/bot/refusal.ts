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

/** Unknown channel, unknown message: deleted permanently. */
const goneCodes: ReadonlySet<number | string> = new Set([10003, 10008]);

const reasons: Readonly<Record<number, RefusalReason>> = {
  50001: 'hidden', // missing access: the channel, or the whole server after a kick
  50013: 'forbidden', // missing permissions
  50083: 'archived',
  160005: 'locked',
};

/** Classifies a Discord error for a delivery; null for errors that a retry may solve. */
export function refusalOf(error: unknown): 'gone' | RefusalReason | null {
  if (!(error instanceof DiscordAPIError)) return null;
  if (goneCodes.has(error.code)) return 'gone';
  return reasons[Number(error.code)] ?? (error.status === 403 ? 'forbidden' : null);
}

/** For members: why the bot can't post in a channel, to complete "I can't …, because". */
export const becauseOf: Readonly<Record<RefusalReason, string>> = {
  hidden: 'I can’t see that channel any more',
  forbidden: 'I’m missing a permission there',
  archived: 'that thread is archived and I can’t reopen it',
  locked: 'that thread is locked',
};
