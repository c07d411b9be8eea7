import {
  type Interaction,
  type InteractionOrigin,
  InteractionType,
  type Message,
  MessageType,
} from '../state/model.js';

/** Which interaction, by which user, created a message. Stored with the message. */
export const toOrigin = (interaction: Interaction, originalMessageId?: string): InteractionOrigin => ({
  interactionId: interaction.id,
  type: interaction.type,
  userId: interaction.userId,
  command: interaction.command,
  commandType: interaction.commandType,
  targetId: interaction.targetId,
  messageId: interaction.messageId,
  originalMessageId: originalMessageId ?? null,
  triggeredBy: interaction.triggeredBy,
});

/**
 * How an answer appears in the channel: under "mia used /rig text", or as a reply to the message whose component was
 * used. A follow-up replies to the first answer.
 */
export function originFields(
  interaction: Interaction,
  originalMessageId?: string,
): Pick<Message, 'type' | 'replyToId' | 'origin'> {
  const origin = toOrigin(interaction, originalMessageId);
  const replyToId = originalMessageId ?? interaction.messageId;
  if (replyToId) return { type: MessageType.Reply, replyToId, origin };
  const isMenu = interaction.commandType === 2 || interaction.commandType === 3;
  const ofCommand = isMenu ? MessageType.ContextMenu : MessageType.ChatInputCommand;
  const isCommand = interaction.type === InteractionType.Command;
  return { type: isCommand ? ofCommand : MessageType.Default, replyToId: null, origin };
}
