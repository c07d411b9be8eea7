import { createAnthropicDialect } from './anthropic.js';
import { createChatDialect } from './chat.js';
import type { Dialect, DialectName, DialectOptions } from './dialect.js';
import { createResponsesDialect } from './responses.js';

const makers: Readonly<Record<DialectName, (options: DialectOptions) => Dialect>> = {
  chat: createChatDialect,
  responses: createResponsesDialect,
  anthropic: createAnthropicDialect,
};

export const createDialect = (name: DialectName, options: DialectOptions): Dialect => makers[name](options);
