import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  type DiscordAPIError,
  Events,
  GatewayIntentBits as Intents,
  type Interaction,
  type Message,
  MessageFlags,
  ModalBuilder,
  type TextChannel,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { createRestAgent } from '../../../../../src/bot/gateway/rest-agent.js';
import type { StartLibraryBot } from '../libraries.js';

const INTENTS = [Intents.Guilds, Intents.GuildMembers, Intents.GuildMessages, Intents.MessageContent];

/** The scenario's bot in discord.js. */
export const startDiscordJs: StartLibraryBot = async ({ name, token, api, cdn }) => {
  const client = new Client({ intents: INTENTS, rest: { api, cdn, agent: createRestAgent() } });
  const rigs = (): TextChannel =>
    client.channels.cache.find((channel) => 'name' in channel && channel.name === 'rigs') as TextChannel;

  const ready = new Promise<void>((resolve, reject) => {
    client.once(Events.ClientReady, () => greet().then(resolve, reject));
  });
  const greet = async (): Promise<void> => {
    await client.application!.commands.set([
      {
        name: `menu-${name.toLowerCase()}`,
        description: 'Menu',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'topic',
            description: 'Of what',
            required: true,
          },
        ],
      },
    ]);
    const guild = client.guilds.cache.first()!;
    const texts = guild.channels.cache.filter(({ type }) => type === ChannelType.GuildText);
    await rigs().send(`${name} ready: ${guild.name}, ${texts.size} channels`);
  };
  client.on(Events.InteractionCreate, (interaction) => void answer(name, interaction));
  client.on(Events.ShardResume, () => void rigs().send(`${name} resumed`));
  client.on(Events.MessageCreate, async (message) => {
    if (message.author.bot) return;
    if (message.content === `${name} ping`) await rigs().send(`${name} pong`);
    if (message.content === `${name} hurry`) await rigs().send(`${name} made it`);
    if (message.content === `${name} work`) await work(name, message as Message<true>, rigs());
  });
  await client.login(token);
  await ready;
  return { stop: () => client.destroy() };
};

async function answer(name: string, interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand()) {
    const form = new ButtonBuilder().setCustomId('form').setLabel('Form').setStyle(ButtonStyle.Primary);
    await interaction.reply({
      content: `Menu of ${interaction.options.getString('topic')}`,
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(form)],
    });
  } else if (interaction.isButton()) {
    const field = new TextInputBuilder().setCustomId('name').setLabel('Name').setStyle(TextInputStyle.Short);
    const row = new ActionRowBuilder<TextInputBuilder>().addComponents(field);
    const modal = new ModalBuilder().setCustomId('modal').setTitle('Form').addComponents(row);
    await interaction.showModal(modal);
  } else if (interaction.isModalSubmit()) {
    await interaction.deferUpdate();
    const content = `${name}: hello ${interaction.fields.getTextInputValue('name')}`;
    await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
  }
}

async function work(name: string, { guild }: Message<true>, channel: TextChannel): Promise<void> {
  const file = { attachment: Buffer.from(`note of ${name}`), name: 'note.txt' };
  const note = await channel.send({ content: `${name} first`, files: [file] });
  await note.edit(`${name} edited`);
  await note.react('👍');
  const thread = await note.startThread({ name: `${name} thread` });
  await thread.send(`${name} in the thread`);
  const hook = await channel.createWebhook({ name: `${name} hook` });
  await hook.send(`${name} by webhook`);
  await hook.delete();
  const gone = await channel.send('soon gone');
  await gone.delete();
  const caught = await gone.edit('late').catch((error: DiscordAPIError) => `${error.message} ${error.code}`);
  const members = await guild.members.fetch();
  await channel.send(`${name} worked: ${members.size} members, caught ${caught}`);
}
