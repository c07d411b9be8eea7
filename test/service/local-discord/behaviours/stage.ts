import { ChannelType, type Client, type TextChannel } from 'discord.js';
import { createActor, type SeenWorld } from '../../../../src/playground/actor/client.js';
import { createAccount, createFault } from './actor-side.js';
import { createAnswering } from './answering.js';
import type { Ground, Stage } from './behaviour.js';
import { createHands } from './hands.js';

/** The command behind `stage.go`. */
const GO = 'go';

/** Sets up the stage on a ground: one logged-in bot, four people, and tools to create more bots. */
export async function createStage({ actorUrl, passTime, tightBot }: Ground): Promise<Stage> {
  const actor = createActor(actorUrl);
  const leaving: (() => unknown)[] = [];
  const freshBot: Stage['freshBot'] = async (input) =>
    createHands(await createAccount(actorUrl, input), leaving);

  const bot = await freshBot({ name: 'Checker' });
  const client = await bot.login();
  const registers: Stage['registers'] = async (command) =>
    (await client.application.commands.create(command)).id;
  await registers({ name: GO, description: 'Go' });
  const answering = createAnswering(client);
  const person = (name: string) => actor.as(name).in('rigs');
  const mia = person('mia');

  return {
    actor,
    mia,
    max: person('max'),
    olga: person('olga'),
    sam: person('sam'),
    ids: idsOf(await actor.world()),
    bot,
    client,
    channel: async (name) => textChannel(client, name),
    freshBot,
    registers,
    answering,
    go: (answer) => answering(GO, () => mia.runs(`/${GO}`), answer),
    find: async (who, messageId) => (await who.messages()).find(({ id }) => id === messageId),
    fault: createFault(actorUrl),
    passTime,
    async tightBot(limits) {
      const { account, ...place } = await tightBot(limits);
      return { ...createHands(account, leaving), ...place };
    },
    async close() {
      await client.application.commands.set([]);
      for (const leave of leaving.reverse()) await leave();
    },
  };
}

const idsOf = ({ guild, people }: SeenWorld): Stage['ids'] => ({
  guild: guild.id,
  people: Object.fromEntries(people.map(({ username, id }) => [username, id])),
  channels: Object.fromEntries(guild.channels.map(({ name, id }) => [name, id])),
});

function textChannel(client: Client, name: string): TextChannel {
  const found = client.channels.cache.find((one) => 'name' in one && one.name === name);
  if (found?.type !== ChannelType.GuildText) throw new Error(`#${name} is not a text channel`);
  return found;
}
