import {
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import type { Webhook } from '../state/model.js';
import type { JsonBody } from '../validation/faults.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/**
 * Routes authorized by a webhook token: the webhook of an interaction (`@original` and follow-ups, for 15 minutes) and
 * the webhooks of channels.
 */
export function webhookRoutes({ interactions, answers, wire, webhooks, messages, state }: Rest): RestRoute[] {
  const base = '/webhooks/:appId/:token';
  const one = `${base}/messages/:messageId`;
  const behind = (call: RestCall) => interactions.behind(param(call, 'appId'), param(call, 'token'));
  const ofChannel = (call: RestCall): Webhook | undefined =>
    state.webhooks.has(param(call, 'appId'))
      ? webhooks.find(param(call, 'appId'), param(call, 'token'))
      : undefined;
  const sentWith = ({ body, uploads, query }: RestCall) => ({
    body: body as JsonBody,
    uploads,
    threadId: query.thread_id,
  });
  return [
    {
      method: 'POST',
      path: base,
      auth: 'none',
      body: IncomingWebhookRequestPartialSchema,
      query: { wait: 'boolean', thread_id: 'snowflake', with_components: 'boolean' },
      handle(call) {
        const webhook = ofChannel(call);
        if (!webhook) return wire.toMessage(answers.followUp(behind(call), call.body, call.uploads));
        const message = webhooks.execute(webhook, sentWith(call));
        return isTrue(call.query.wait) ? wire.toMessage(message) : undefined;
      },
    },
    {
      method: 'GET',
      path: one,
      auth: 'none',
      query: { thread_id: 'snowflake' },
      handle(call) {
        const webhook = ofChannel(call);
        const id = param(call, 'messageId');
        if (webhook) return wire.toMessage(webhooks.message(webhook, id, call.query.thread_id));
        return wire.toMessage(answers.find(behind(call), id));
      },
    },
    {
      method: 'PATCH',
      path: one,
      auth: 'none',
      body: IncomingWebhookUpdateRequestPartialSchema,
      query: { thread_id: 'snowflake', with_components: 'boolean', wait: 'boolean' },
      handle(call) {
        const webhook = ofChannel(call);
        const id = param(call, 'messageId');
        if (webhook) return wire.toMessage(webhooks.edit(webhook, id, sentWith(call)));
        return wire.toMessage(answers.edit(behind(call), id, call.body, call.uploads));
      },
    },
    {
      method: 'DELETE',
      path: one,
      auth: 'none',
      query: { thread_id: 'snowflake' },
      handle(call) {
        const webhook = ofChannel(call);
        const id = param(call, 'messageId');
        if (webhook) messages.remove(webhooks.message(webhook, id, call.query.thread_id));
        else answers.remove(behind(call), id);
      },
    },
  ];
}

/** discord.py sends 1, other libraries true. */
const isTrue = (value: string | undefined): boolean =>
  value !== undefined && ['true', 'True', '1'].includes(value);
