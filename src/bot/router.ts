import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type InteractionCallbackResponse,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
} from 'discord.js';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Card } from './cards/card.js';
import type { Acknowledgement, Action, Command, ComponentOrForm, Flows, OnMessage } from './command.js';
import { decodeCustomId } from './custom-id.js';
import { failureCard } from './failure.js';
import type { Member } from './place.js';

const notHere = 'Use this in a server, please.';
const unknownCommand = 'This command is not known any more. Reload Discord and try again.';

type Acted = ChatInputCommandInteraction<'cached'> | OnMessage | ComponentOrForm;

/** Takes every interaction to its command; what fails on the way ends in one card. Never throws. */
export function createRouter({
  commands,
  flows,
  untold,
  log,
}: {
  commands: readonly Command[];
  flows: Flows;
  /** What the member must still be told, to go below this answer. */
  untold: (memberId: string) => Promise<Card[]>;
  log: Log;
}) {
  const byName = new Map(commands.map((command) => [command.data.name, command]));

  return async function route(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isAutocomplete()) await suggest(interaction);
      else if (interaction.isChatInputCommand()) await runCommand(interaction);
      else if (interaction.isMessageContextMenuCommand()) await runOnMessage(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit())
        await runComponent(interaction);
    } catch (error) {
      log.error({ err: error, interaction: interaction.id }, 'an interaction could not even be refused');
    }
  };

  async function runCommand(interaction: ChatInputCommandInteraction) {
    const subcommand = interaction.options.getSubcommand(false) ?? '';
    const action = byName.get(interaction.commandName)?.actions?.[subcommand];
    if (!interaction.inCachedGuild()) return refuse(interaction as never, notHere);
    if (!action) return refuse(interaction, unknownCommand);
    await act(interaction, action, '');
  }

  async function runOnMessage(interaction: MessageContextMenuCommandInteraction) {
    const action = byName.get(interaction.commandName)?.onMessage;
    if (!interaction.inCachedGuild()) return refuse(interaction as never, notHere);
    if (!action) return refuse(interaction, unknownCommand);
    await act(interaction, action, '');
  }

  async function runComponent(interaction: ComponentOrForm) {
    const id = decodeCustomId(interaction.customId);
    const action = id && byName.get(id.command)?.components?.[id.action];
    if (!action) return refuse(interaction, 'This card is too old to use. Run the command again.');
    if (id.owner !== '*' && id.owner !== interaction.user.id)
      return refuse(interaction, 'This is not your card.');
    await act(interaction, action, id.argument);
  }

  async function act<I extends Acted>(interaction: I, action: Action<I>, argument: string) {
    const member: Member = { id: interaction.user.id, name: interaction.user.username };
    const base = { interaction, member, argument, flows };
    const how =
      typeof action.acknowledge === 'function' ? action.acknowledge(interaction) : action.acknowledge;
    let ran = false;
    try {
      if ('form' in action) {
        if (!('showModal' in interaction)) throw new AppError('internal');
        return void (await interaction.showModal(await action.form(base)));
      }
      const messageId = await acknowledge(interaction, how as Acknowledgement);
      const guildName = interaction.guild?.name ?? 'this server';
      const place = {
        guildId: interaction.guildId ?? '',
        guildName,
        channelId: interaction.channelId ?? '',
        messageId,
      };
      const card = await action.run({ ...base, place });
      ran = true;
      await interaction.editReply(whole(card));
      await card.shown?.();
    } catch (error) {
      const about = { interaction: interaction.id, member: interaction.user.id };
      const told = ran && how === 'public' ? 'private' : how; // the answer's message belongs to what was done
      await answerFailure(interaction, failureCard(error, log, about), told);
    }
    for (const card of await untold(member.id)) await interaction.followUp(forOneMember(card));
  }

  /**
   * A failure is told to the member alone: below a card that was pressed, so that it keeps its buttons, and in
   * place of a public answer, which would concern nobody else.
   */
  async function answerFailure(interaction: Acted, card: Card, acknowledged: Action<Acted>['acknowledge']) {
    if (!interaction.deferred) return void (await interaction.reply(forOneMember(card)));
    if (acknowledged === 'private') return void (await interaction.editReply(whole(card)));
    if (acknowledged === 'public') await interaction.deleteReply().catch(() => undefined);
    await interaction.followUp(forOneMember(card));
  }

  async function refuse(interaction: Acted, sentence: string) {
    const card = failureCard(new AppError('forbidden', sentence), log, { interaction: interaction.id });
    await interaction.reply(forOneMember(card));
  }

  async function suggest(interaction: AutocompleteInteraction) {
    const command = byName.get(interaction.commandName);
    const choices = (await command?.suggest?.(interaction, flows).catch(() => [])) ?? [];
    await interaction.respond(choices.slice(0, 25));
  }
}

async function acknowledge(interaction: Acted, how: Acknowledgement): Promise<string> {
  if (how === 'update' && 'deferUpdate' in interaction) {
    await interaction.deferUpdate();
    return ('message' in interaction && interaction.message?.id) || '';
  }
  const flags = how === 'private' ? { flags: MessageFlags.Ephemeral as const } : {};
  const response: InteractionCallbackResponse = await interaction.deferReply({
    ...flags,
    withResponse: true,
  });
  return response.resource?.message?.id ?? response.interaction.responseMessageId ?? '';
}

/** An edit keeps what it does not name; a card is the whole message, so what it does not name goes. */
const whole = ({ components, files }: Card) => ({
  flags: MessageFlags.IsComponentsV2 as const,
  components,
  files,
  attachments: [],
});

const forOneMember = ({ components, files }: Card) => ({
  flags: [MessageFlags.IsComponentsV2, MessageFlags.Ephemeral] as const,
  components,
  files,
});
