import {
  ActionRowBuilder,
  type ApplicationCommandDataResolvable,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import sharp from 'sharp';
import { silentLog } from '../../src/base/log.js';
import { createRestAgent } from '../../src/bot/gateway/rest-agent.js';
import { createActor } from '../../src/playground/actor/client.js';
import { createPlaygroundServer } from '../../src/playground/actor/server.js';
import { createLocalChain } from '../../src/playground/chain/local-chain.js';
import { createLocalDiscord, type GuildInput } from '../../src/playground/discord/index.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { patienceMs } from './eventually.js';

const text = ApplicationCommandOptionType.String;
const commands: ApplicationCommandDataResolvable[] = [
  {
    name: 'greet',
    description: 'Says hello',
    options: [
      { name: 'whom', description: 'Whom to greet', type: text, required: true },
      {
        name: 'tone',
        description: 'How',
        type: text,
        choices: [
          { name: 'Warm', value: 'warm' },
          { name: 'Cold', value: 'cold' },
        ],
      },
    ],
  },
  { name: 'whisper', description: 'Says something to you alone' },
  {
    name: 'mirror',
    description: 'Gives a picture back',
    options: [
      { name: 'picture', description: 'Any', type: ApplicationCommandOptionType.Attachment, required: true },
    ],
  },
  {
    name: 'hug',
    description: 'Hugs',
    options: [{ name: 'who', description: 'Whom', type: ApplicationCommandOptionType.User, required: true }],
  },
  {
    name: 'city',
    description: 'Finds a city',
    options: [{ name: 'name', description: 'Which', type: text, required: true, autocomplete: true }],
  },
  { name: 'Shout this', type: ApplicationCommandType.Message },
  { name: 'Praise', type: ApplicationCommandType.User },
];

const button = (id: string, label: string, style = ButtonStyle.Primary) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);
const buttons = () =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    button('wave', 'Wave'),
    button('secret', 'Tell me a secret', ButtonStyle.Secondary),
    button('form', 'Sign the book', ButtonStyle.Success),
  );
const colours = () =>
  new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('colour')
      .addOptions({ label: 'Sea green', value: 'green' }, { label: 'Wine red', value: 'red' }),
  );
const form = () =>
  new ModalBuilder()
    .setCustomId('book')
    .setTitle('Guest book')
    .addComponents(
      new ActionRowBuilder<TextInputBuilder>().addComponents(
        new TextInputBuilder().setCustomId('line').setLabel('Your line').setStyle(TextInputStyle.Short),
      ),
    );

const answers: Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>> = {
  greet: (i) =>
    i.reply({
      content: `Hello **${i.options.getString('whom')}** (${i.options.getString('tone') ?? 'plain'})`,
      components: [buttons(), colours()],
    }),
  whisper: (i) =>
    i.reply({
      embeds: [{ title: 'Between us', description: 'the cat did it' }],
      flags: MessageFlags.Ephemeral,
    }),
  async mirror(i) {
    const { url, name } = i.options.getAttachment('picture', true);
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    await i.reply({ content: `${bytes.length} bytes`, files: [new AttachmentBuilder(bytes, { name })] });
  },
  hug: (i) => i.reply(`hugs ${i.options.getUser('who', true).username}`),
};

async function react(interaction: Interaction): Promise<unknown> {
  if (interaction.isChatInputCommand()) return answers[interaction.commandName]?.(interaction);
  if (interaction.isAutocomplete())
    return interaction.respond([{ name: `${interaction.options.getFocused()}ville`, value: 'ville' }]);
  if (interaction.isMessageContextMenuCommand())
    return interaction.reply(interaction.targetMessage.content.toUpperCase());
  if (interaction.isUserContextMenuCommand())
    return interaction.reply(`praise be to ${interaction.targetUser.username}`);
  if (interaction.isStringSelectMenu()) return interaction.reply(`painted ${interaction.values.join()}`);
  if (interaction.isModalSubmit()) return thank(interaction);
  if (!interaction.isButton()) return undefined;
  if (interaction.customId === 'form') return interaction.showModal(form());
  if (interaction.customId === 'wave')
    return interaction.update({ content: `${interaction.user.username} waves`, components: [] });
  return interaction.reply({ content: 'the secret is 42', flags: MessageFlags.Ephemeral });
}

const thank = (interaction: ModalSubmitInteraction) =>
  interaction.reply(`The book says: ${interaction.fields.getTextInputValue('line')}`);

export type TestPlayground = Awaited<ReturnType<typeof openPlayground>>;

/** Local Discord, local chain, wallets and page, with a small discord.js bot that answers. */
export async function openPlayground({ guilds = [] }: { guilds?: readonly GuildInput[] } = {}) {
  const chain = await createLocalChain({ port: 0, slotMs: 50 });
  const discord = await createLocalDiscord({ guilds });
  const wallets = new Map(
    ['mia', 'max', 'olga', 'sam'].map((name) => [
      name,
      createTestWallet({ rpcUrl: chain.rpcUrl, wsUrl: chain.wsUrl, name }),
    ]),
  );
  for (const { address } of wallets.values()) chain.controls.fund(address);
  const serve = (port: number) =>
    createPlaygroundServer({
      port,
      discord,
      chain,
      walletOf: (name) => wallets.get(name) ?? createTestWallet({ rpcUrl: chain.rpcUrl, name }),
      log: silentLog,
    });
  let server = await serve(0);
  const { url, actorApi } = server;
  const actor = createActor(actorApi, patienceMs);
  for (const name of wallets.keys()) await actor.as(name).wallet.asksBeforeSigning(false);
  const bot = discord.createBot({ name: 'Greeter', guilds: discord.guilds().map(({ id }) => id) });
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { agent: createRestAgent(), api: discord.api, cdn: discord.cdn },
  });
  client.on(Events.InteractionCreate, (interaction) => void react(interaction));
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(bot.token);
  await ready;
  await client.application?.commands.set(commands);
  return {
    url,
    discord,
    chain,
    addressOf: (name: string) => wallets.get(name)!.address,
    actor,
    /** Stops the server of the page; Discord, chain and bot keep running. */
    stopPage: () => server.close(),
    async startPage() {
      server = await serve(Number(new URL(url).port));
    },
    async close() {
      await client.destroy();
      await server.close();
      await discord.close();
      await chain.close();
    },
  };
}

/** A small PNG of one colour. */
export const picture = (background = '#2fb67c'): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 80, channels: 3, background } })
    .png()
    .toBuffer();
