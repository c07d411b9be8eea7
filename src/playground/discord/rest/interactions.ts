import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
  PongInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Callback } from '../domain/answers.js';
import { type Interaction, type Message, MessageFlag } from '../state/model.js';
import { isObject } from '../validation/faults.js';
import type { MessageWire } from '../wire/message.js';
import { param, type Rest, type Route } from './route.js';

/** The five kinds of answer; `type` says which. */
const callback = z.union([
  PongInteractionCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
  ApplicationCommandAutocompleteCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
]);

/** `POST /interactions/{id}/{token}/callback`: the token in the path is the only credential. */
export const interactionRoutes = ({ answers, wire }: Rest): Route[] => [
  {
    method: 'POST',
    path: '/interactions/:interactionId/:token/callback',
    auth: 'none',
    body: callback,
    query: { with_response: 'boolean' },
    handle(call) {
      const { body, uploads, query } = call;
      const { interaction, message } = answers.first(
        param(call, 'interactionId'),
        param(call, 'token'),
        body,
        uploads,
      );
      if (query.with_response !== 'true') return undefined;
      return toResponse(wire, interaction, message, isObject(body) ? Number(body.type) : 0);
    },
  },
];

function toResponse(wire: MessageWire, interaction: Interaction, message: Message | null, type: number) {
  const carries = message !== null && type !== Callback.DeferredUpdate;
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
    ...(carries ? { resource: { type, message: wire.toMessage(message) } } : {}),
  };
}
