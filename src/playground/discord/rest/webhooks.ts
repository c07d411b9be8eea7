import {
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { type Call, param, type Rest, type Route } from './route.js';

/** The webhook of an interaction: its answer (`@original`) and its follow-ups, for 15 minutes. */
export function webhookRoutes({ interactions, answers, wire }: Rest): Route[] {
  const base = '/webhooks/:appId/:token';
  const one = `${base}/messages/:messageId`;
  const behind = (call: Call) => interactions.behind(param(call, 'appId'), param(call, 'token'));
  return [
    {
      method: 'POST',
      path: base,
      auth: 'none',
      body: IncomingWebhookRequestPartialSchema,
      query: { wait: 'boolean', thread_id: 'snowflake', with_components: 'boolean' },
      handle: (call) => wire.toMessage(answers.followUp(behind(call), call.body, call.uploads)),
    },
    {
      method: 'GET',
      path: one,
      auth: 'none',
      query: { thread_id: 'snowflake' },
      handle: (call) => wire.toMessage(answers.find(behind(call), param(call, 'messageId'))),
    },
    {
      method: 'PATCH',
      path: one,
      auth: 'none',
      body: IncomingWebhookUpdateRequestPartialSchema,
      query: { thread_id: 'snowflake', with_components: 'boolean' },
      handle: (call) =>
        wire.toMessage(answers.edit(behind(call), param(call, 'messageId'), call.body, call.uploads)),
    },
    {
      method: 'DELETE',
      path: one,
      auth: 'none',
      query: { thread_id: 'snowflake' },
      handle: (call) => answers.remove(behind(call), param(call, 'messageId')),
    },
  ];
}
