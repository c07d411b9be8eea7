import type { Message } from '../state/model.js';
import type { JsonObject } from '../types.js';

/** The copy of a message that a forward keeps. */
export function toSnapshot(message: JsonObject, { flags }: Message): JsonObject {
  const {
    type,
    content,
    embeds,
    attachments,
    timestamp,
    edited_timestamp,
    mentions,
    mention_roles,
    components,
  } = message;
  return {
    message: {
      type: type!,
      content: content!,
      embeds: embeds!,
      attachments: attachments!,
      timestamp: timestamp!,
      edited_timestamp: edited_timestamp!,
      flags,
      mentions: mentions!,
      mention_roles: mention_roles!,
      components: components!,
    },
  };
}
