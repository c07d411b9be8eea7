import {
  ChannelType,
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits as Intents,
  type Interaction,
  Partials,
} from 'discord.js';
import { createActor } from '../../../../src/playground/actor/client.js';
import type { BotAccount, BotHands, Ground, RawRequest, Stage } from './behaviour.js';
import { openGateway } from './gateway-socket.js';

const ALL_INTENTS = [
  Intents.Guilds,
  Intents.GuildMembers,
  Intents.GuildMessages,
  Intents.GuildMessageTyping,
  Intents.DirectMessages,
  Intents.MessageContent,
];

/** The command behind `stage.go`. */
const GO = 'go';

/** Sets up the stage on a ground: one logged-in bot, four people, and hands for more bots. */
export async function createStage(ground: Ground): Promise<Stage> {
  const actor = createActor(ground.actorUrl);
  const leaving: (() => unknown)[] = [];
  const world = await actor.world();
  const handsOf = (account: BotAccount) => createHands(account, leaving);

  const freshBot: Stage['freshBot'] = async ({ name = 'Second', privilegedIntents } = {}) => {
    const answer = await fetch(`${ground.actorUrl}/bots`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, privileged_intents: privilegedIntents }),
    });
    const { application_id, user_id, ...rest } = (await answer.json()) as Record<string, string>;
    return handsOf({ ...rest, applicationId: application_id, userId: user_id } as BotAccount);
  };

  const bot = await freshBot({ name: 'Checker' });
  const client = await bot.login();
  const registers: Stage['registers'] = async (command) =>
    (await client.application.commands.create(command)).id;
  await registers({ name: GO, description: 'Go' });
  const person = (name: string) => actor.as(name).in('rigs');
  const mia = person('mia');
  const answering: Stage['answering'] = async (key, act, answer) => {
    let listen: (interaction: Interaction) => void = () => {};
    const told = new Promise<Awaited<ReturnType<typeof answer>>>((resolve, reject) => {
      listen = (interaction) => {
        if (keyOf(interaction) !== key) return;
        client.off(Events.InteractionCreate, listen);
        answer(interaction as never).then(resolve as never, reject);
      };
      client.on(Events.InteractionCreate, listen);
    });
    try {
      const [seen, result] = await Promise.all([act(), told]);
      return { seen, told: result };
    } finally {
      client.off(Events.InteractionCreate, listen);
    }
  };

  return {
    actor,
    mia,
    max: person('max'),
    olga: person('olga'),
    sam: person('sam'),
    ids: {
      guild: world.guild.id,
      people: Object.fromEntries(world.people.map(({ username, id }) => [username, id])),
      channels: Object.fromEntries(world.guild.channels.map(({ name, id }) => [name, id])),
    },
    bot,
    client,
    async channel(name) {
      const found = client.channels.cache.find((one) => 'name' in one && one.name === name);
      if (found?.type !== ChannelType.GuildText) throw new Error(`#${name} is no text channel`);
      return found;
    },
    freshBot,
    registers,
    answering,
    go: (answer) => answering(GO, () => mia.runs(`/${GO}`), answer),
    find: async (who, messageId) => (await who.messages()).find(({ id }) => id === messageId),
    fault: (name, body = {}) => causeFault(ground.actorUrl, name, body),
    passTime: ground.passTime,
    async tightBot(limits) {
      const { account, ...place } = await ground.tightBot(limits);
      return { ...handsOf(account), ...place };
    },
    async close() {
      await client.application.commands.set([]);
      for (const leave of leaving.reverse()) await leave();
    },
  };
}

async function causeFault(actorUrl: string, name: string, body: object) {
  const inForce = async (): Promise<number> => {
    const answer = await fetch(`${actorUrl}/discord/faults`);
    return ((await answer.json()) as { active: string[] }).active.length;
  };
  const before = await inForce();
  const answer = await fetch(`${actorUrl}/discord/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The fault ${name} was refused: ${await answer.text()}`);
  return {
    async taken() {
      while ((await inForce()) > before);
    },
  };
}

function createHands(account: BotAccount, leaving: (() => unknown)[]): BotHands {
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
        rest: { api: account.api, cdn: account.cdn, ...rest },
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

const keyOf = (interaction: Interaction): string =>
  'commandName' in interaction ? interaction.commandName : interaction.customId;
