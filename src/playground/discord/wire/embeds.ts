import { type Message, MessageFlag } from '../state/model.js';
import type { JsonObject } from '../types.js';

/** None while they are suppressed. */
export const shownEmbeds = ({ flags, embeds, previews = [] }: Message): JsonObject[] =>
  flags & MessageFlag.SuppressEmbeds ? [] : previews.length === 0 ? embeds : [...embeds, ...previews];
