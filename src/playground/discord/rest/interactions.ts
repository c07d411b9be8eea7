import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import type { $ZodType } from 'zod/v4/core';
import { allowedFor, Callback } from '../domain/answers.js';
import { type Interaction, type Message, MessageFlag } from '../state/model.js';
import { isJsonBody } from '../validation/faults.js';
import type { MessageWire } from '../wire/message.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const SCHEMAS: Readonly<Record<number, $ZodType>> = {
  [Callback.Message]: CreateMessageInteractionCallbackRequestSchema,
  [Callback.DeferredMessage]: CreateMessageInteractionCallbackRequestSchema,
  [Callback.DeferredUpdate]: UpdateMessageInteractionCallbackRequestSchema,
  [Callback.Update]: UpdateMessageInteractionCallbackRequestSchema,
  [Callback.Choices]: ApplicationCommandAutocompleteCallbackRequestSchema,
  [Callback.Modal]: ModalInteractionCallbackRequestSchema,
};

/**
 * The schema for an allowed callback type. Undefined for other types, which `handle` rejects before reading the
 * body.
 */
function schemaOf({ state }: Rest, call: RestCall): $ZodType | undefined {
  const interaction = state.interactions.get(param(call, 'interactionId'));
  const type = isJsonBody(call.body) ? Number(call.body.type) : Number.NaN;
  return interaction && allowedFor(interaction).includes(type) ? SCHEMAS[type] : undefined;
}

/** `POST /interactions/{id}/{token}/callback`: the token in the path is the only credential. */
export const interactionRoutes = (rest: Rest): RestRoute[] => [
  {
    method: 'POST',
    path: '/interactions/:interactionId/:token/callback',
    auth: 'none',
    body: (call) => schemaOf(rest, call),
    query: { with_response: 'boolean' },
    handle(call) {
      const { body, uploads, query } = call;
      const { interaction, message } = rest.answers.first(
        param(call, 'interactionId'),
        param(call, 'token'),
        body,
        uploads,
      );
      if (query.with_response !== 'true') return undefined;
      return toResponse(rest.wire, interaction, message, isJsonBody(body) ? Number(body.type) : 0);
    },
  },
];

function toResponse(wire: MessageWire, interaction: Interaction, message: Message | null, type: number) {
  const carries = type === Callback.Message || type === Callback.Update;
  const hasResource = message !== null && type !== Callback.DeferredUpdate;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlag.Loading) !== 0,
            response_message_ephemeral: message.ephemeralFor !== null,
          }
        : {}),
    },
    ...(hasResource ? { resource: { type, ...(carries ? { message: wire.toMessage(message) } : {}) } } : {}),
  };
}
