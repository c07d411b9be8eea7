import {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  FileUploadBuilder,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  ApplicationCommandOptionType as OptionType,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { channelId, createManualClock, startBot, startDiscord } from './world.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a slash command', () => {
  it('brings its options and the attachment to the bot, whose answer and file the person sees', async () => {
    const discord = await startDiscord();
    const { errors } = await startBot(
      discord,
      [
        {
          name: 'rig',
          description: 'Make a character',
          options: [
            {
              name: 'image',
              description: 'From an image',
              type: OptionType.Subcommand,
              options: [
                { name: 'source', description: 'The image', type: OptionType.Attachment, required: true },
                {
                  name: 'joints',
                  description: 'How many',
                  type: OptionType.Integer,
                  minValue: 15,
                  maxValue: 60,
                },
                { name: 'for', description: 'Whom', type: OptionType.User },
              ],
            },
          ],
        },
      ],
      async (interaction) => {
        if (!interaction.isChatInputCommand()) return;
        const source = interaction.options.getAttachment('source', true);
        const copy = Buffer.from(await (await fetch(source.url)).arrayBuffer());
        const friend = interaction.options.getMember('for');
        await interaction.reply({
          content: `${interaction.options.getSubcommand()} ${source.name} ${interaction.options.getInteger('joints')} ${friend && 'displayName' in friend ? friend.displayName : ''}`,
          files: [{ attachment: Buffer.concat([copy, Buffer.from('!')]), name: 'out.txt' }],
        });
      },
    );
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const sam = discord.as('sam').member.id;
    expect(mia.commands(rigs).map(({ name }) => name)).toEqual(['rig image']);

    const outcome = await mia.run({
      channelId: rigs,
      command: 'rig image',
      options: { joints: 20, for: sam },
      attachments: { source: { name: 'cat.txt', bytes: bytes('meow') } },
    });

    expect(outcome.state).toBe('answered');
    const [answer] = mia.see(rigs);
    expect(answer).toMatchObject({
      content: 'image cat.txt 20 Sam',
      kind: 'command',
      interaction: { command: 'rig image', memberName: 'Mia' },
    });
    expect(await (await fetch(answer!.attachments[0]!.url)).text()).toBe('meow!');
    expect(errors).toEqual([]);
    expect(discord.problems()).toEqual([]);
  });

  it('is refused by the client for a missing required option, a number out of range or an unknown name', async () => {
    const discord = await startDiscord();
    await startBot(
      discord,
      [
        {
          name: 'roll',
          description: 'Roll',
          options: [
            { name: 'sides', description: 'Sides', type: OptionType.Integer, required: true, maxValue: 20 },
          ],
        },
      ],
      () => {},
    );
    const run = (command: string, options?: Record<string, number>) =>
      discord
        .as('mia')
        .run({ channelId: channelId(discord, 'rigs'), command, ...(options ? { options } : {}) });
    await expect(run('roll')).rejects.toThrow('needs the option "sides"');
    await expect(run('roll', { sides: 21 })).rejects.toThrow('at most 20');
    await expect(run('rock')).rejects.toThrow('the picker shows: /roll');
  });

  it('answers privately: only its member sees it, and the bot reads it over the webhook, not the channel', async () => {
    const discord = await startDiscord();
    let created = 0;
    const { client, errors } = await startBot(
      discord,
      [{ name: 'credits', description: 'Yours' }],
      async (interaction) => {
        if (!interaction.isChatInputCommand()) return;
        await interaction.reply({ content: 'You have 7 credits.', flags: MessageFlags.Ephemeral });
        expect((await interaction.fetchReply()).content).toBe('You have 7 credits.');
      },
    );
    client.on('messageCreate', () => created++);
    const rigs = channelId(discord, 'rigs');
    const outcome = await discord.as('mia').run({ channelId: rigs, command: 'credits' });
    expect(discord.as('mia').see(rigs)).toMatchObject([{ content: 'You have 7 credits.', ephemeral: true }]);
    expect(discord.as('olga').see(rigs)).toEqual([]);
    const channel = await client.channels.fetch(rigs);
    if (!channel?.isTextBased()) throw new Error('text expected');
    await expect(channel.messages.fetch(outcome.messageId!)).rejects.toMatchObject({ code: 10008 });
    expect([created, errors]).toEqual([0, []]);
  });

  it('defers, shows that the bot is thinking, and fills in the answer later', async () => {
    const discord = await startDiscord();
    const proceed = deferred<unknown>();
    await startBot(discord, [{ name: 'slow', description: 'Slow' }], async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      await proceed.promise;
      await interaction.editReply({ content: 'done', embeds: [{ title: 'Result', description: 'fine' }] });
      await interaction.followUp({ content: 'and one more', flags: MessageFlags.Ephemeral });
    });
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    expect(await mia.run({ channelId: rigs, command: 'slow' })).toMatchObject({ state: 'deferred' });
    expect(mia.see(rigs)).toMatchObject([{ pending: true, content: '' }]);
    proceed.resolve(undefined);
    await mia.waitFor(
      (seen) => seen.find((message) => message.content === 'and one more' && message.ephemeral),
      { channelId: rigs },
    );
    expect(discord.as('sam').see(rigs)).toMatchObject([
      { pending: false, content: 'done', embeds: [{ title: 'Result' }] },
    ]);
  });

  it('completes an option while it is typed', async () => {
    const discord = await startDiscord();
    await startBot(
      discord,
      [
        {
          name: 'packs',
          description: 'Packs',
          options: [
            {
              name: 'pack',
              description: 'Which',
              type: OptionType.String,
              autocomplete: true,
              required: true,
            },
          ],
        },
      ],
      async (interaction) => {
        if (!interaction.isAutocomplete()) return;
        const typed = interaction.options.getFocused();
        await interaction.respond(
          ['small', 'smart', 'large']
            .filter((name) => name.startsWith(typed))
            .map((name) => ({ name, value: name })),
        );
      },
    );
    const choices = await discord
      .as('mia')
      .autocomplete({ channelId: channelId(discord, 'rigs'), command: 'packs', option: 'pack', value: 'sm' });
    expect(choices.map(({ name }) => name)).toEqual(['small', 'smart']);
  });

  it('is hidden from and refused to members without the permission it requires', async () => {
    const discord = await startDiscord();
    await startBot(
      discord,
      [{ name: 'mod', description: 'Moderate', defaultMemberPermissions: ['ManageGuild'] }],
      (interaction) => interaction.isChatInputCommand() && interaction.reply('yes'),
    );
    const rigs = channelId(discord, 'rigs');
    const offered = (name: string) => discord.as(name).commands(rigs).length;
    expect([offered('mia'), offered('max'), offered('olga')]).toEqual([0, 1, 1]);
    await expect(discord.as('mia').run({ channelId: rigs, command: 'mod' })).rejects.toThrow(
      'no command /mod',
    );
    expect(await discord.as('max').run({ channelId: rigs, command: 'mod' })).toMatchObject({
      state: 'answered',
    });
  });

  it('serves context menus with the member or message they are used on', async () => {
    const discord = await startDiscord();
    await startBot(
      discord,
      [
        { name: 'Show credits', type: ApplicationCommandType.User },
        { name: 'Quote', type: ApplicationCommandType.Message },
      ],
      async (interaction) => {
        if (interaction.isUserContextMenuCommand())
          await interaction.reply(`of ${interaction.targetUser.username}`);
        if (interaction.isMessageContextMenuCommand())
          await interaction.reply(`> ${interaction.targetMessage.content}`);
      },
    );
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const post = await mia.post({ channelId: rigs, content: 'hello' });
    await mia.run({ channelId: rigs, command: 'Show credits', targetId: discord.as('max').member.id });
    await mia.run({ channelId: rigs, command: 'Quote', targetId: post.id });
    expect(mia.see(rigs).map(({ content }) => content)).toEqual(['hello', 'of max', '> hello']);
  });
});

describe('components', () => {
  const row = (...buttons: ButtonBuilder[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(buttons);
  const pay = () => new ButtonBuilder().setCustomId('pay:1').setLabel('Pay').setStyle(ButtonStyle.Primary);

  it('update the message of a button, which then refuses the disabled button', async () => {
    const discord = await startDiscord();
    await startBot(discord, [{ name: 'buy', description: 'Buy' }], async (interaction) => {
      if (interaction.isChatInputCommand())
        await interaction.reply({ content: 'Pay?', components: [row(pay())] });
      if (interaction.isButton()) {
        await interaction.update({
          content: `${interaction.customId} by ${interaction.user.username}`,
          components: [row(pay().setDisabled(true))],
        });
      }
    });
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const { messageId } = await mia.run({ channelId: rigs, command: 'buy' });
    const click = (label: string) => mia.click({ channelId: rigs, messageId: messageId!, label });
    expect(await click('Pay')).toMatchObject({ state: 'updated', messageId });
    expect(mia.see(rigs)).toMatchObject([{ content: 'pay:1 by mia' }]);
    await expect(click('Pay')).rejects.toThrow('disabled');
    await expect(click('Cancel')).rejects.toThrow('its buttons: "Pay"');
  });

  it('defer an update and answer below it', async () => {
    const discord = await startDiscord();
    await startBot(discord, [{ name: 'buy', description: 'Buy' }], async (interaction) => {
      if (interaction.isChatInputCommand())
        await interaction.reply({ components: [row(pay())], content: 'Pay?' });
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      await interaction.editReply({ content: 'Paid.', components: [] });
      await interaction.followUp({ content: 'Thank you.', flags: MessageFlags.Ephemeral });
    });
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const { messageId } = await mia.run({ channelId: rigs, command: 'buy' });
    await mia.click({ channelId: rigs, messageId: messageId!, customId: 'pay:1' });
    await mia.waitFor((seen) => seen.find(({ content }) => content === 'Thank you.'));
    expect(mia.see(rigs).map(({ content }) => content)).toEqual(['Paid.', 'Thank you.']);
    expect(
      discord
        .as('sam')
        .see(rigs)
        .map(({ content }) => content),
    ).toEqual(['Paid.']);
  });

  it('pass on the selection, users with their members', async () => {
    const discord = await startDiscord();
    await startBot(discord, [{ name: 'pick', description: 'Pick' }], async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({
          content: 'Pick',
          components: [
            {
              type: 1,
              components: [
                {
                  type: 3,
                  customId: 'pack',
                  options: [
                    { label: 'S', value: 's' },
                    { label: 'L', value: 'l' },
                  ],
                },
              ],
            },
            { type: 1, components: [{ type: 5, customId: 'who' }] },
          ],
        });
      }
      if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
      if (interaction.isUserSelectMenu())
        await interaction.reply(interaction.users.map((user) => user.username).join());
    });
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const { messageId } = await mia.run({ channelId: rigs, command: 'pick' });
    const select = (customId: string, values: string[]) =>
      mia.select({ channelId: rigs, messageId: messageId!, customId, values });
    await select('pack', ['l']);
    await select('who', [discord.as('max').member.id]);
    expect(mia.see(rigs).map(({ content }) => content)).toEqual(['Pick', 'l', 'max']);
    await expect(select('pack', ['xl'])).rejects.toThrow('no option "xl"');
    await expect(select('pack', ['s', 'l'])).rejects.toThrow('takes 1 values');
  });

  it('submit a modal with text and a file', async () => {
    const discord = await startDiscord();
    const { errors } = await startBot(
      discord,
      [{ name: 'link', description: 'Link' }],
      async (interaction) => {
        if (interaction.isChatInputCommand()) {
          await interaction.showModal(
            new ModalBuilder()
              .setCustomId('link:code')
              .setTitle('Your code')
              .addLabelComponents(
                new LabelBuilder()
                  .setLabel('Code')
                  .setDescription('From the page')
                  .setTextInputComponent(
                    new TextInputBuilder().setCustomId('code').setStyle(TextInputStyle.Short).setMinLength(6),
                  ),
                new LabelBuilder()
                  .setLabel('Proof')
                  .setFileUploadComponent(new FileUploadBuilder().setCustomId('proof').setRequired(false)),
              ),
          );
        }
        if (interaction.isModalSubmit()) {
          const file = interaction.fields.getUploadedFiles('proof')?.first();
          await interaction.reply({
            content: `${interaction.fields.getTextInputValue('code')} ${file?.name}`,
            flags: MessageFlags.Ephemeral,
          });
        }
      },
    );
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const { state, modalId } = await mia.run({ channelId: rigs, command: 'link' });
    expect(state).toBe('modal');
    expect(mia.modals()).toMatchObject([
      {
        title: 'Your code',
        fields: [
          { label: 'Code', kind: 'short', required: true, min: 6 },
          { kind: 'file', required: false },
        ],
      },
    ]);
    const submit = (code: string) =>
      mia.submit({
        modalId: modalId!,
        values: { code },
        files: { proof: [{ name: 'me.txt', bytes: bytes('x') }] },
      });
    await expect(submit('123')).rejects.toThrow('at least 6');
    await submit('123456');
    expect(mia.see(rigs)).toMatchObject([{ content: '123456 me.txt', ephemeral: true }]);
    expect([mia.modals(), errors, discord.problems()]).toEqual([[], [], []]);
  });
});

describe('time', () => {
  it('fails an interaction after 3 seconds, and gives a late bot 10062', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const late = deferred<unknown>();
    const arrived = deferred<void>();
    await startBot(discord, [{ name: 'slow', description: 'Slow' }], async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      arrived.resolve();
      await failed;
      late.resolve(await interaction.reply('too late').catch((error: unknown) => error));
    });
    const failed = discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'slow' });
    await arrived.promise;
    clock.advance(3_000);
    expect(await failed).toMatchObject({ state: 'failed', reason: 'The application did not respond' });
    expect(await late.promise).toMatchObject({ code: 10062, status: 404 });
  });

  it('ends the token after 15 minutes with 50027 and refuses a second acknowledgement with 40060', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const results = deferred<unknown[]>();
    const { client } = await startBot(discord, [{ name: 'go', description: 'Go' }], async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      const twice = await client.rest
        .post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
          body: { type: 5 },
          auth: false,
        })
        .catch((error: unknown) => error);
      clock.advance(15 * 60_000);
      results.resolve([twice, await interaction.editReply('late').catch((error: unknown) => error)]);
    });
    await discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'go' });
    expect(await results.promise).toMatchObject([{ code: 40060 }, { code: 50027, status: 401 }]);
  });
});

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
