import {
  type APIMessage,
  ButtonInteraction,
  ChatInputCommandInteraction,
  type Client,
  ComponentType,
  DiscordAPIError,
  type Interaction,
  InteractionType,
  MessageFlags,
  type REST,
  Routes,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Translate } from '../../copy/translate.js';
import { type Card, note } from '../cards/card.js';
import { payloadOf } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import { createLeftOver } from './left-over.js';
import type { InteractionStore, Unanswered } from './store.js';

/** Later than this, its member has asked again long since. */
const repeatableMs = 2 * 60_000;

type Payload = { type: InteractionType; data: { component_type?: ComponentType }; locale?: string };

/** The language of the member's Discord, where the interaction was kept. */
const localeOf = ({ payload }: Unanswered): string | undefined => (payload as Payload | undefined)?.locale;

const classOf = ({ type, data }: Payload) => {
  if (type === InteractionType.ApplicationCommand) return ChatInputCommandInteraction;
  if (data.component_type === ComponentType.Button) return ButtonInteraction;
  return data.component_type === ComponentType.StringSelect ? StringSelectMenuInteraction : null;
};

/** The interaction as discord.js would have made it, acknowledged. */
function restore(client: Client, { payload, acknowledged }: Unanswered): Interaction | null {
  const Class = classOf(payload as Payload);
  if (!Class) return null;
  const interaction = Reflect.construct(Class, [client, payload]) as ChatInputCommandInteraction;
  interaction.deferred = true;
  interaction.ephemeral = acknowledged === 'private';
  return interaction;
}

/** A slash command is shown as it is typed, a menu command by its name. */
const commandName = (command: string): string =>
  command.startsWith('/') ? `\`${command}\`` : `**${command}**`;

const sorry = ({ command }: Unanswered, t: Translate): Card =>
  note(
    t('answer.restarted.title'),
    command === null
      ? t('answer.restarted.button')
      : t('answer.restarted.text', { command: commandName(command) }),
    'waiting',
  );

/** Answers interactions that another process acknowledged but did not finish before it ended. */
export function createUnanswered(deps: {
  rest: REST;
  /** The client that is connected to a server, if this process serves it. */
  clientOf: (guildId: string | null) => Client | null;
  interactions: Pick<InteractionStore, 'takeOver' | 'answered' | 'leave'>;
  /** The card of the message's subject, if the action created it before the process ended. */
  drawOf: (messageId: string) => Promise<Card | null>;
  route: (interaction: Interaction, former: { messageId: string }) => Promise<void>;
  languages: Pick<Languages, 'ofMember'>;
  clock: Clock;
  log: Log;
}) {
  const { rest, clientOf, interactions, drawOf, route, languages, clock, log } = deps;
  const leftOver = createLeftOver(interactions);

  const sorryFor = async (left: Unanswered): Promise<Card> =>
    sorry(left, await languages.ofMember(left.memberId, localeOf(left)));

  const original = ({ applicationId, token }: Unanswered) =>
    Routes.webhookMessage(applicationId, token, '@original');

  /** Null where the token is no longer taken or the message was deleted. */
  const read = (left: Unanswered): Promise<APIMessage | null> =>
    (rest.get(original(left), { auth: false }) as Promise<APIMessage>).catch((error) => {
      if (error instanceof DiscordAPIError && error.status < 500) return null;
      throw error;
    });

  const tellAlone = async (left: Unanswered): Promise<void> => {
    const { body, files } = payloadOf(await sorryFor(left));
    const flags = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;
    const route = Routes.webhook(left.applicationId, left.token);
    await rest.post(route, { body: { ...body, flags }, files, auth: false });
  };

  const edit = (left: Unanswered, card: Card) =>
    rest.patch(original(left), { ...payloadOf(card), auth: false });

  /** @returns the message that stays, whose webhook is worth keeping */
  const settle = async (left: Unanswered): Promise<string | null> => {
    const message = await read(left);
    if (message === null) return null;
    const { id, flags = 0 } = message;
    if (left.acknowledged === 'update') {
      await tellAlone(left);
      return id;
    }
    const card = await drawOf(id);
    const stays = left.acknowledged === 'private' && card === null ? null : id;
    if (!left.isInterrupted && (flags & MessageFlags.Loading) === 0) return stays; // it was answered
    if (card) {
      await edit(left, card);
      return stays;
    }
    if (left.acknowledged === 'private') await edit(left, await sorryFor(left));
    else {
      await rest.delete(original(left), { auth: false });
      await tellAlone(left);
    }
    return null;
  };

  /** Whether it could be run once more: the same interaction has the same outcome. */
  const repeat = async (left: Unanswered): Promise<boolean> => {
    if (left.payload === undefined || clock.now() - left.createdAt > repeatableMs) return false;
    const message = await read(left);
    const isOpen = message && (left.isInterrupted || ((message.flags ?? 0) & MessageFlags.Loading) !== 0);
    const client = clientOf(left.guildId);
    const interaction = isOpen && client && restore(client, left);
    if (!interaction) return false;
    await route(interaction, { messageId: message.id });
    return true;
  };

  const answer = async (left: Unanswered): Promise<void> => {
    if (await repeat(left)) return;
    await interactions.answered(left.id, await settle(left));
  };

  return {
    /** One round over those of this process' servers. */
    async resume(): Promise<void> {
      await leftOver.handBack();
      const found = await interactions.takeOver(({ guildId }) => clientOf(guildId) !== null);
      if (found.length > 0) log.info({ count: found.length }, 'answering what the last process left open');
      for (const left of found)
        await answer(left).catch(async (error) => {
          log.warn(
            { interaction: left.id, err: error },
            'an interaction of the last process stays unanswered',
          );
          if (!(error instanceof DiscordAPIError)) leftOver.add(left);
        });
    },
  };
}
