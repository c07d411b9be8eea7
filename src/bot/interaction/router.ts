import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Interaction,
  MessageContextMenuCommandInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';
import type { Reason } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { asRequest } from '../../base/request-id.js';
import { reason } from '../../copy/reason.js';
import type { Command } from '../command.js';
import { decodeCustomId } from '../custom-id.js';
import type { Flows } from '../features.js';
import { whyNotHere } from '../gateway/invite.js';
import type { ComponentOrForm } from './acted.js';
import type { createAnswering } from './answering.js';
import { createOnce } from './once.js';

const unknownCommand: Reason = reason('error.unknown_command');

/** The reply message of an interaction that an earlier process acknowledged. */
type Former = { messageId: string };
type Sent = { payload: unknown; messageId?: string };

/** Routes interactions to commands and reports failures as a card. Never throws. */
export function createRouter({
  commands,
  flows,
  answering: { act, refuse, translateFor },
  payloadOf,
  log,
}: {
  commands: readonly Command[];
  flows: Flows;
  answering: Pick<ReturnType<typeof createAnswering>, 'act' | 'refuse' | 'translateFor'>;
  /** The raw interaction from Discord; returned once. */
  payloadOf: (id: string) => unknown;
  log: Log;
}) {
  const byName = new Map(commands.map((command) => [command.data.name, command]));
  const isNew = createOnce();

  /**
   * An act's id comes from its interaction, so it is the same in a process that repeats the interaction after a restart.
   * @param former set when an earlier process already acknowledged it
   */
  return (interaction: Interaction, former?: Former): Promise<void> =>
    asRequest(`req_${interaction.id}`, () => route(interaction, former));

  async function route(interaction: Interaction, former?: Former): Promise<void> {
    const payload = payloadOf(interaction.id);
    if (!isNew(interaction.id) && !former) return; // Discord delivered it twice
    const sent = { payload, ...former };
    try {
      if (interaction.isAutocomplete()) await suggest(interaction);
      else if (interaction.isChatInputCommand()) await runCommand(interaction, sent);
      else if (interaction.isMessageContextMenuCommand()) await runOnMessage(interaction, sent);
      else if (interaction.isUserContextMenuCommand()) await runOnUser(interaction, sent);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit())
        await runComponent(interaction, sent);
      log.debug({ interaction: interaction.id }, 'interaction handled');
    } catch (error) {
      log.error({ err: error, interaction: interaction.id }, 'interaction could not be answered');
    }
  }

  async function runCommand(interaction: ChatInputCommandInteraction, sent: Sent) {
    const subcommand = interaction.options.getSubcommand(false) ?? '';
    const action = byName.get(interaction.commandName)?.actions?.[subcommand];
    if (!interaction.inCachedGuild()) return refuse(interaction as never, whyNotHere(interaction));
    if (!action) return refuse(interaction, unknownCommand);
    const command = `/${[interaction.commandName, subcommand].filter(Boolean).join(' ')}`;
    await act({ ...sent, interaction, action, argument: '', command });
  }

  async function runOnMessage(interaction: MessageContextMenuCommandInteraction, sent: Sent) {
    const action = byName.get(interaction.commandName)?.onMessage;
    if (!interaction.inCachedGuild()) return refuse(interaction as never, whyNotHere(interaction));
    if (!action) return refuse(interaction, unknownCommand);
    await act({ ...sent, interaction, action, argument: '', command: interaction.commandName });
  }

  async function runOnUser(interaction: UserContextMenuCommandInteraction, sent: Sent) {
    const action = byName.get(interaction.commandName)?.onUser;
    if (!interaction.inCachedGuild()) return refuse(interaction as never, whyNotHere(interaction));
    if (!action) return refuse(interaction, unknownCommand);
    await act({ ...sent, interaction, action, argument: '', command: interaction.commandName });
  }

  async function runComponent(interaction: ComponentOrForm, sent: Sent) {
    const id = decodeCustomId(interaction.customId);
    const action = id && byName.get(id.command)?.components?.[id.action];
    if (!action) return refuse(interaction, reason('error.card_too_old'));
    if (id.owner !== '*' && id.owner !== interaction.user.id)
      return refuse(interaction, reason('error.not_your_card'));
    await act({ ...sent, interaction, action, argument: id.argument, command: null });
  }

  async function suggest(interaction: AutocompleteInteraction) {
    const command = byName.get(interaction.commandName);
    const t = await translateFor(interaction.user.id, interaction.locale);
    const choices = (await command?.suggest?.(interaction, flows, t).catch(() => [])) ?? [];
    await interaction.respond(choices.slice(0, 25));
  }
}
