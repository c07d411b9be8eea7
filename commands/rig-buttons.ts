import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Command, Request } from '../src/bot/command.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { anotherForm, changeForm, readChange } from '../src/bot/rig/cards/form.js';
import {
  askDeleteCard,
  deletedCard,
  sharedNote,
  shareField,
  shareForm,
} from '../src/bot/rig/cards/questions.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';
import { type Source, views } from '../src/bot/rig/order.js';
import type { Generation } from '../src/contract/rig.js';
import { reason } from '../src/copy/reason.js';

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

/** The files of an `another` form, for a rig of the same kind. */
function sourceOf({ type }: Pick<Generation, 'type'>, interaction: ComponentOrForm): Source {
  if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
  const fileOf = (field: string) => interaction.fields.getUploadedFiles(field)?.first();
  if (type === 'multi_image') {
    const images = views.flatMap((view) => {
      const given = fileOf(view);
      return given ? [{ attached: attached(given), view }] : [];
    });
    if (images.length < 2) throw new AppError('invalid_request', reason('rig.error.one_view'));
    return { kind: 'images', images };
  }
  const file = fileOf('file');
  if (!file) throw new AppError('invalid_request', reason('rig.error.no_file'));
  return type === 'mesh' ? { kind: 'mesh', model: attached(file) } : { kind: 'image', image: attached(file) };
}

/** The pipeline and options of an earlier rig. */
const optionsOf = ({ pipeline_id, input }: Generation) => ({
  pipeline: pipeline_id,
  answers: Object.fromEntries(Object.entries(input.parameters).map(([name, value]) => [name, String(value)])),
});

const { ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;

/** The channel chosen in a form. @throws AppError `forbidden` where the member could not post themselves */
function channelOf(interaction: ComponentOrForm): string {
  if (!interaction.isModalSubmit() || !interaction.inCachedGuild()) throw new AppError('invalid_request');
  const named = interaction.fields.getSelectedChannels(shareField, true).firstKey();
  const channel = interaction.guild.channels.cache.get(named ?? '');
  const posting = channel?.isThread() ? SendMessagesInThreads : SendMessages;
  if (channel?.permissionsFor(interaction.member).has([ViewChannel, posting])) return channel.id;
  throw new AppError('forbidden', reason('rig.error.member_cannot_post'));
}

/** Whether only the member sees the card of the button, for example the answer of `/rigs`. */
const isPrivate = (interaction: ComponentOrForm): boolean =>
  interaction.message?.flags.has(MessageFlags.Ephemeral) === true;

/** The buttons on a rig card; only its owner can press them. */
export const rigButtons = {
  cancel: {
    acknowledge: 'update',
    async run({ interaction, member, argument, flows, t }) {
      const job = await flows.rig.cancel(member.id, argument);
      return rigCard(job, null, isPrivate(interaction) ? t : flows.rig.textsOf(job));
    },
  },
  again: {
    acknowledge: 'public',
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows, channelT } = request;
      const job = await flows.rig.again(member, newPlace(request), argument, interaction.id);
      return rigCard(job, null, channelT);
    },
  },
  /** The card that asked turns into the rig's card; a private one can't be edited later. */
  body: {
    acknowledge: (interaction) => (isPrivate(interaction) ? 'public' : 'update'),
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows, channelT } = request;
      const [id = '', skeleton = ''] = argument.split('/');
      const chosen = { id, skeleton };
      const job = await flows.rig.chooseBody(member, newPlace(request), chosen, interaction.id);
      return rigCard(job, null, channelT);
    },
  },
  /** For rigs from files, where the same files would give the same rig. */
  another: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) =>
      anotherForm(await flows.rig.changing(member.id, argument), t),
  },
  'another-made': {
    acknowledge: 'public',
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows, channelT } = request;
      const { generation } = await flows.rig.own(member.id, argument);
      const order = { ...sourceOf(generation, interaction), ...optionsOf(generation) };
      const job = await flows.rig.start(member, newPlace(request), order, interaction.id);
      return rigCard(job, null, channelT);
    },
  },
  change: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) =>
      changeForm(await flows.rig.changing(member.id, argument), t),
  },
  changed: {
    acknowledge: 'public',
    needs: 'card',
    run: async (request) => {
      const { interaction, member, argument, flows, channelT } = request;
      const change = readChange(answersOf(interaction));
      const job = await flows.rig.change(member, newPlace(request), argument, change, interaction.id);
      return rigCard(job, null, channelT);
    },
  },
  delete: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) => askDeleteCard(await flows.rig.own(member.id, argument), t),
  },
  remove: {
    acknowledge: 'update',
    async run({ member, argument, flows, t }) {
      await flows.rig.remove(member.id, argument);
      return deletedCard(t);
    },
  },
  share: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) => shareForm(await flows.rig.own(member.id, argument), t),
  },
  shared: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows, t, channelT }) {
      const channelId = channelOf(interaction);
      const to = { channelId, uploadLimit: interaction.attachmentSizeLimit };
      await flows.rig.share(member.id, argument, to, interaction.id, channelT);
      return sharedNote(channelId, t);
    },
  },
} satisfies Command['components'];
