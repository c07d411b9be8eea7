import { PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { rigCard } from '../src/bot/cards/rig.js';
import { changeForm, readChange } from '../src/bot/cards/rig-form.js';
import {
  askDeleteCard,
  deletedCard,
  sharedNote,
  shareField,
  shareForm,
} from '../src/bot/cards/rig-questions.js';
import type { Command, ComponentOrForm, Request } from '../src/bot/command.js';

const newPlace = ({ interaction, place }: Pick<Request<ComponentOrForm>, 'interaction' | 'place'>) => ({
  ...place,
  uploadLimit: interaction.attachmentSizeLimit,
});

/** The answers of a form as field id and value. */
function answersOf(interaction: ComponentOrForm): [string, string][] {
  if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
  return [...interaction.fields.fields.values()].map((field) => {
    const answer = 'values' in field ? field.values[0] : 'value' in field ? field.value : '';
    return [field.customId, String(answer ?? '')];
  });
}

const { ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;

/** The channel chosen in a form. @throws AppError `forbidden` where the member could not post themselves */
function channelOf(interaction: ComponentOrForm): string {
  if (!interaction.isModalSubmit() || !interaction.inCachedGuild()) throw new AppError('invalid_request');
  const named = interaction.fields.getSelectedChannels(shareField, true).firstKey();
  const channel = interaction.guild.channels.cache.get(named ?? '');
  const posting = channel?.isThread() ? SendMessagesInThreads : SendMessages;
  if (channel?.permissionsFor(interaction.member).has([ViewChannel, posting])) return channel.id;
  throw new AppError('forbidden', "You can't post in that channel, so I can't post there for you.");
}

/** The buttons on a rig card; only its owner can press them. */
export const rigButtons = {
  cancel: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) => rigCard(await flows.rig.cancel(member.id, argument)),
  },
  again: {
    acknowledge: 'public',
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      return rigCard(await flows.rig.again(member, newPlace(request), argument, interaction.id));
    },
  },
  change: {
    acknowledge: 'form',
    form: async ({ member, argument, flows }) => changeForm(await flows.rig.changing(member.id, argument)),
  },
  changed: {
    acknowledge: 'public',
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      const change = readChange(answersOf(interaction));
      return rigCard(await flows.rig.change(member, newPlace(request), argument, change, interaction.id));
    },
  },
  delete: {
    acknowledge: 'private',
    run: async ({ member, argument, flows }) => askDeleteCard(await flows.rig.own(member.id, argument)),
  },
  remove: {
    acknowledge: 'update',
    async run({ member, argument, flows }) {
      await flows.rig.remove(member.id, argument);
      return deletedCard;
    },
  },
  share: {
    acknowledge: 'form',
    form: async ({ member, argument, flows }) => shareForm(await flows.rig.own(member.id, argument)),
  },
  shared: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows }) {
      const channelId = channelOf(interaction);
      const to = { channelId, uploadLimit: interaction.attachmentSizeLimit };
      await flows.rig.share(member.id, argument, to, interaction.id);
      return sharedNote(channelId);
    },
  },
} satisfies Command['components'];
