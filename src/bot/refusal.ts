import { DiscordAPIError } from 'discord.js';

/** Why Discord refuses a message for now: each of these can end, so the delivery is kept. */
export type RefusalReason = 'hidden' | 'forbidden' | 'archived' | 'locked';

/** Discord refused a message and may take it later. */
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

/** Unknown channel, unknown message: it was deleted and never comes back. */
const goneCodes: ReadonlySet<number | string> = new Set([10003, 10008]);

const reasons: Readonly<Record<number, RefusalReason>> = {
  50001: 'hidden', // missing access: the channel, or the whole server after a kick
  50013: 'forbidden', // missing permissions
  50083: 'archived',
  160005: 'locked',
};

/** What an error of Discord means for a message; null for everything that a plain retry may solve. */
export function refusalOf(error: unknown): 'gone' | RefusalReason | null {
  if (!(error instanceof DiscordAPIError)) return null;
  if (goneCodes.has(error.code)) return 'gone';
  return reasons[Number(error.code)] ?? (error.status === 403 ? 'forbidden' : null);
}

/** For members: what keeps the bot out of a channel, as the end of "I can't …, because". */
export const becauseOf: Readonly<Record<RefusalReason, string>> = {
  hidden: 'I can’t see that channel any more',
  forbidden: 'I’m missing a permission there',
  archived: 'that thread is archived and I can’t reopen it',
  locked: 'that thread is locked',
};
