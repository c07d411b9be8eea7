import { Client, type ClientOptions, Events, GatewayIntentBits as Intents, Partials } from 'discord.js';
import { createRestAgent } from '../../../../src/bot/gateway/rest-agent.js';
import type { BotAccount, BotHands, RawRequest } from './behaviour.js';
import { openGateway } from './gateway-socket.js';

const ALL_INTENTS = [
  Intents.Guilds,
  Intents.GuildMembers,
  Intents.GuildMessages,
  Intents.GuildMessageTyping,
  Intents.DirectMessages,
  Intents.MessageContent,
];

/**
 * What the author of a bot can do with an account: plain requests, discord.js, a raw socket.
 * @param leaving collects the functions that close everything opened
 */
export function createHands(account: BotAccount, leaving: (() => unknown)[]): BotHands {
  const request = createRequest(account);
  return {
    account,
    request,
    async login(options: Partial<ClientOptions> = {}) {
      const { rest, ...others } = options;
      const client = new Client({
        intents: ALL_INTENTS,
        partials: [Partials.Channel],
        ...others,
        rest: { agent: createRestAgent(), api: account.api, cdn: account.cdn, ...rest },
      });
      leaving.push(() => client.destroy());
      const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
      await client.login(account.token);
      return ready;
    },
    async gateway(options) {
      const { body } = await request('GET', '/gateway/bot');
      const gateway = await openGateway(body.url, options);
      leaving.push(gateway.drop);
      return gateway;
    },
  };
}

const createRequest =
  ({ api, token }: BotAccount): RawRequest =>
  async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${api}/v10${path}`, {
      method,
      headers: {
        authorization: `Bot ${token}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    });
    const text = await answer.text();
    const isJsonAnswer = answer.headers.get('content-type')?.startsWith('application/json');
    const content = isJsonAnswer ? JSON.parse(text) : text || null;
    return { status: answer.status, headers: answer.headers, body: content };
  };
