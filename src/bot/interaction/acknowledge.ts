import { DiscordAPIError, type InteractionCallbackResponse, MessageFlags } from 'discord.js';
import type { Card } from '../cards/card.js';
import type { Acknowledgement, Acted } from './acted.js';

/** The ways an interaction is answered: at once, and with cards later. */

/** @returns the id of the message that will show the answer */
export async function acknowledge(interaction: Acted, how: Acknowledgement): Promise<string> {
  if (how === 'update' && 'deferUpdate' in interaction) {
    await interaction.deferUpdate();
    return ('message' in interaction && interaction.message?.id) || '';
  }
  const flags = how === 'private' ? { flags: MessageFlags.Ephemeral as const } : {};
  const response: InteractionCallbackResponse = await interaction.deferReply({
    ...flags,
    withResponse: true,
  });
  const id = response.resource?.message?.id ?? response.interaction.responseMessageId;
  return id ?? (await interaction.fetchReply()).id; // a repeated callback is not told the message again
}

/** The three seconds or the fifteen minutes are over, so Discord takes no answer. */
const lateCodes: ReadonlySet<number | string> = new Set([10062, 10015, 50027]);
export const isTooLate = (error: unknown): boolean =>
  error instanceof DiscordAPIError && lateCodes.has(error.code);

/** An edit keeps what it does not name; a card is the whole message, so what it does not name goes. */
export const whole = ({ components, files }: Card) => ({
  flags: MessageFlags.IsComponentsV2 as const,
  components,
  files,
  attachments: [],
});

export const forOneMember = ({ components, files }: Card) => ({
  flags: [MessageFlags.IsComponentsV2, MessageFlags.Ephemeral] as const,
  components,
  files,
});

/** Whether an answer is a message that stays in the channel; otherwise only its member sees it. */
export function staysIn(interaction: Acted, how: Acknowledgement): boolean {
  if (how !== 'update') return how === 'public';
  const message = 'message' in interaction ? interaction.message : null;
  return message !== null && !message.flags.has(MessageFlags.Ephemeral);
}
