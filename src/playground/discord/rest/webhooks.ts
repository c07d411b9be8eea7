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
      handle: (call) => wire.toMessage(answers.followUp(behind(call), call.body, call.uploads)),
    },
    {
      method: 'GET',
      path: one,
      auth: 'none',
      handle: (call) => wire.toMessage(answers.find(behind(call), param(call, 'messageId'))),
    },
    {
      method: 'PATCH',
      path: one,
      auth: 'none',
      handle: (call) =>
        wire.toMessage(answers.edit(behind(call), param(call, 'messageId'), call.body, call.uploads)),
    },
    {
      method: 'DELETE',
      path: one,
      auth: 'none',
      handle: (call) => answers.remove(behind(call), param(call, 'messageId')),
    },
  ];
}
