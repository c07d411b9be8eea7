import { RESTEvents, type RESTOptions, Routes } from 'discord.js';
import { expect, it } from 'vitest';
import { createClientMaker, mostRequestsPerSecond } from '../../../../src/bot/gateway/client.js';

/** @returns the bot's REST and a client, and the routes that are sent */
function makeClient() {
  const sent: string[] = [];
  const makeRequest = (async (url: string) => {
    sent.push(new URL(url).pathname);
    return new Response('{"id":"300000000000000001"}', { headers: { 'content-type': 'application/json' } });
  }) as unknown as RESTOptions['makeRequest'];
  const maker = createClientMaker({ token: 'a.b.c', readMessages: false, makeRequest });
  return { sent, rest: maker.rest, client: maker.make([0, 1]).client };
}

it('answers more interactions in a second than the requests that Discord counts', async () => {
  const { sent, client } = makeClient();
  const limited: string[] = [];
  client.rest.on(RESTEvents.RateLimited, ({ route }) => limited.push(route));
  const count = mostRequestsPerSecond + 50;
  const answers = Array.from({ length: count }, (_, at) =>
    client.rest.patch(Routes.webhookMessage('100000000000000001', `token${at}`, '@original'), {
      body: {},
      auth: false,
    }),
  );
  await Promise.all(answers);
  expect({ sent: sent.length, limited }).toEqual({ sent: count, limited: [] });
});

it('looks a member up with the requests that Discord counts, and answers without them', async () => {
  const { sent, rest, client } = makeClient();
  const counted: string[] = [];
  rest.on(RESTEvents.Response, ({ path }) => counted.push(path));
  client.rest.setToken('a.b.c');
  await client.users.fetch('300000000000000001');
  await client.rest.post(Routes.interactionCallback('200000000000000001', 'token'), {
    body: {},
    auth: false,
  });
  expect(sent).toHaveLength(2);
  expect(counted).toEqual(['/users/300000000000000001']);
});
