import type { SeenMessage } from '../../../actor/client.js';
import { readableText } from '../../../actor/component.js';
import { isTold } from '../guide/steps.js';

/**
 * The newest payment code in the chat that is for this member: an answer of the bot to them, or a message that mentions
 * them. Another member's code would pay that member's purchase.
 */
export function newestPayLink(messages: readonly SeenMessage[], memberId: string): string | undefined {
  const isOwn = isTold(memberId);
  for (const message of messages.toReversed()) {
    if (!isOwn(message) && !message.content.includes(`<@${memberId}>`)) continue;
    const link = /solana:[1-9A-HJ-NP-Za-km-z]{32,44}[^\s`"'<>)]*/.exec(readableText(message));
    if (link) return link[0];
  }
  return undefined;
}
