import { RESTEvents, type RESTOptions, Routes } from 'discord.js';
import { expect, it } from 'vitest';
import { createClientMaker, mostRequestsPerSecond } from '../../../../src/bot/gateway/client.js';

it('answers more interactions in a second than the requests that Discord counts', async () => {
  let sent = 0;
  const makeRequest = (async () => {
    sent += 1;
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  }) as unknown as RESTOptions['makeRequest'];
  const { rest } = createClientMaker({ token: 'a.b.c', readMessages: false, makeRequest }).make([
    0, 1,
  ]).client;
  const limited: string[] = [];
  rest.on(RESTEvents.RateLimited, ({ route }) => limited.push(route));
  const count = mostRequestsPerSecond + 50;
  const answers = Array.from({ length: count }, (_, at) =>
    rest.patch(Routes.webhookMessage('100000000000000001', `token${at}`, '@original'), {
      body: {},
      auth: false,
    }),
  );
  await Promise.all(answers);
  expect({ sent, limited }).toEqual({ sent: count, limited: [] });
});
