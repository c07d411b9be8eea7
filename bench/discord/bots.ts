import { Agent, request } from 'node:http';
import { type ChatInputCommandInteraction, Client, GatewayIntentBits } from 'discord.js';
import WebSocket from 'ws';

/** A bot with one command that answers at once, and can post. */
export type BenchBot = {
  /** Sends `count` messages, `atOnce` at a time; resolves when the gateway has delivered all of them. */
  post(count: number, atOnce: number): Promise<void>;
  close(): Promise<void>;
};

export type Home = { token: string; api: string; cdn: string; channelId: string };

const INTENTS = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages;
const REPLY = { content: 'pong', flags: 64 };

type AnswerCommand = (interaction: ChatInputCommandInteraction) => Promise<unknown>;
const answerAtOnce: AnswerCommand = (interaction) => interaction.reply(REPLY);

/** Counts messages from the gateway and resolves when enough have arrived. */
function createCounter() {
  let seen = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let resolve = () => {};
  return {
    see() {
      seen += 1;
      if (seen >= wanted) resolve();
    },
    next(count: number): Promise<void> {
      seen = 0;
      wanted = count;
      return new Promise((done) => {
        resolve = done;
      });
    },
  };
}

async function postAll(count: number, atOnce: number, post: (n: number) => Promise<unknown>): Promise<void> {
  let left = count;
  const keepPosting = async (): Promise<void> => {
    while (left-- > 0) await post(left);
  };
  await Promise.all(Array.from({ length: atOnce }, keepPosting));
}

/** A bare discord.js client with nothing but the command. */
export async function startDiscordJs(
  home: Home,
  command: string,
  answer: AnswerCommand = answerAtOnce,
): Promise<BenchBot> {
  const client = new Client({
    intents: INTENTS,
    shards: 'auto', // as many as Discord recommends
    rest: { api: home.api, cdn: home.cdn, globalRequestsPerSecond: 1e9 },
  });
  const counter = createCounter();
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) answer(interaction).catch(() => {});
  });
  client.on('messageCreate', (message) => {
    if (message.author.id === client.user?.id) counter.see();
  });
  const ready = new Promise((resolve) => client.once('clientReady', resolve));
  await client.login(home.token);
  await ready;
  await client.application!.commands.set([{ name: command, description: 'Answers at once' }]);
  const channel = await client.channels.fetch(home.channelId);
  if (!channel?.isSendable()) throw new Error('The bench needs a channel to post in.');
  return {
    async post(count, atOnce) {
      const told = counter.next(count);
      await postAll(count, atOnce, (n) => channel.send(`Message ${n}`));
      await told;
    },
    close: () => client.destroy(),
  };
}

/** The smallest possible bot: a WebSocket, JSON, and node's own HTTP. */
export async function startRaw(
  home: Home,
  command: string,
): Promise<BenchBot & { lastInteraction(): string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const authorization = `Bot ${home.token}`;
  const call = (method: string, path: string, body?: unknown): Promise<string> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        authorization,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      const outgoing = request(`${home.api}/v10${path}`, { method, agent, headers }, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          answer += part;
        });
        response.on('end', () =>
          (response.statusCode ?? 500) < 300 ? resolve(answer) : reject(new Error(answer)),
        );
      });
      outgoing.on('error', reject).end(text);
    });

  let interaction: unknown;
  const counter = createCounter();
  const { url } = JSON.parse(await call('GET', '/gateway/bot')) as { url: string };
  const socket = new WebSocket(`${url}?v=10&encoding=json`, { perMessageDeflate: false });
  const application = await new Promise<{ id: string }>((resolve, reject) => {
    let botId = '';
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { op, t, d } = JSON.parse(data.toString());
      if (op === 10)
        socket.send(JSON.stringify({ op: 2, d: { token: home.token, intents: INTENTS, properties: {} } }));
      else if (t === 'READY') {
        botId = d.user.id;
        resolve(d.application);
      } else if (t === 'MESSAGE_CREATE' && d.author.id === botId) counter.see();
      else if (t === 'INTERACTION_CREATE') {
        interaction = d;
        call('POST', `/interactions/${d.id}/${d.token}/callback`, { type: 4, data: REPLY }).catch(() => {});
      }
    });
  });
  await call('PUT', `/applications/${application.id}/commands`, [
    { name: command, description: 'Answers at once' },
  ]);
  return {
    async post(count, atOnce) {
      const told = counter.next(count);
      await postAll(count, atOnce, (n) =>
        call('POST', `/channels/${home.channelId}/messages`, { content: `Message ${n}` }),
      );
      await told;
    },
    lastInteraction: () => JSON.stringify(interaction),
    async close() {
      socket.terminate();
      agent.destroy();
    },
  };
}
