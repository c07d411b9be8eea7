import {
  type AnyInteractionGateway,
  ApplicationCommandOptionTypes,
  ApplicationCommandTypes,
  ButtonStyles,
  ChannelTypes,
  Client,
  ComponentTypes,
  type DiscordRESTError,
  InteractionTypes,
  MessageFlags,
  type TextChannel,
  TextInputStyles,
} from 'oceanic.js';
import type { StartLibraryBot } from '../libraries.js';

/** The scenario's bot in oceanic.js. */
export const startOceanic: StartLibraryBot = async ({ name, token, api }) => {
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${api}/v10` },
    gateway: { intents: ['GUILDS', 'GUILD_MEMBERS', 'GUILD_MESSAGES', 'MESSAGE_CONTENT'] },
  });
  const rigs = (): TextChannel =>
    client.guilds.find(() => true)!.channels.find((channel) => channel.name === 'rigs') as TextChannel;
  const say = (content: string) => rigs().createMessage({ content });

  const greet = async (): Promise<void> => {
    const topic = {
      type: ApplicationCommandOptionTypes.STRING,
      name: 'topic',
      description: 'Of what',
      required: true,
    } as const;
    const menu = `menu-${name.toLowerCase()}`;
    await client.application.bulkEditGlobalCommands([
      { type: ApplicationCommandTypes.CHAT_INPUT, name: menu, description: 'Menu', options: [topic] },
    ]);
    const guild = client.guilds.find(() => true)!;
    const texts = guild.channels.filter(({ type }) => type === ChannelTypes.GUILD_TEXT);
    await say(`${name} ready: ${guild.name}, ${texts.length} channels`);
  };
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', () => greet().then(resolve, reject));
  });
  client.on('error', () => {});
  client.on('interactionCreate', (interaction) => void answer(name, interaction));
  client.on('shardResume', () => void say(`${name} resumed`));
  client.on('messageCreate', async ({ author, content }) => {
    if (author.bot) return;
    if (content === `${name} ping`) await say(`${name} pong`);
    if (content === `${name} hurry`) await say(`${name} made it`);
    if (content === `${name} work`) await work(name, client, rigs());
  });
  await client.connect();
  await ready;
  return { stop: async () => client.disconnect(false) };
};

async function answer(name: string, interaction: AnyInteractionGateway): Promise<void> {
  if (interaction.type === InteractionTypes.APPLICATION_COMMAND) {
    const form = {
      type: ComponentTypes.BUTTON,
      customID: 'form',
      label: 'Form',
      style: ButtonStyles.PRIMARY,
    } as const;
    await interaction.createMessage({
      content: `Menu of ${interaction.data.options.getString('topic', true)}`,
      components: [{ type: ComponentTypes.ACTION_ROW, components: [form] }],
    });
  } else if (interaction.type === InteractionTypes.MESSAGE_COMPONENT) {
    const field = {
      type: ComponentTypes.TEXT_INPUT,
      customID: 'name',
      label: 'Name',
      style: TextInputStyles.SHORT,
    } as const;
    const row = { type: ComponentTypes.ACTION_ROW, components: [field] } as const;
    await interaction.createModal({ customID: 'modal', title: 'Form', components: [row as never] });
  } else if (interaction.type === InteractionTypes.MODAL_SUBMIT) {
    await interaction.deferUpdate();
    const content = `${name}: hello ${interaction.data.components.getTextInput('name', true)}`;
    await interaction.createFollowup({ content, flags: MessageFlags.EPHEMERAL });
  }
}

async function work(name: string, client: Client, channel: TextChannel): Promise<void> {
  const files = [{ contents: Buffer.from(`note of ${name}`), name: 'note.txt' }];
  const note = await channel.createMessage({ content: `${name} first`, files });
  await note.edit({ content: `${name} edited` });
  await note.createReaction('👍');
  const thread = await note.startThread({ name: `${name} thread` });
  await client.rest.channels.createMessage(thread.id, { content: `${name} in the thread` });
  const hook = await channel.createWebhook({ name: `${name} hook` });
  await hook.execute({ content: `${name} by webhook`, wait: true });
  await hook.delete();
  const gone = await channel.createMessage({ content: 'soon gone' });
  await gone.delete();
  const caught = await gone
    .edit({ content: 'late' })
    .catch((error: DiscordRESTError) => `${error.resBody?.message} ${error.code}`);
  const members = await channel.guild.fetchMembers();
  await channel.createMessage({ content: `${name} worked: ${members.length} members, caught ${caught}` });
}
