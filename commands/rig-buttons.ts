import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Command } from '../src/bot/command.js';
import type { Flows } from '../src/bot/features.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { anotherForm, changeForm, varyForm } from '../src/bot/rig/cards/form.js';
import {
  askDeleteCard,
  deletedCard,
  sharedNote,
  shareField,
  shareForm,
} from '../src/bot/rig/cards/questions.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';
import { mostDetail } from '../src/bot/rig/cards/variations.js';
import type { Source } from '../src/bot/rig/order.js';
import type { Generation } from '../src/contract/rig.js';
import { reason } from '../src/copy/reason.js';
import { changeIn, isEdit, modelIn, pictureIn, viewsIn } from './rig-form.js';
import { answerWish, isOfPrivateRig, makeWish, offerWish, privately } from './rig-start.js';

/** The files of an `another` form, for a rig of the same kind. */
function sourceOf({ type }: Pick<Generation, 'type'>, interaction: ComponentOrForm): Source {
  if (type === 'mesh') return modelIn(interaction);
  if (type !== 'multi_image') return pictureIn(interaction);
  const source = viewsIn(interaction);
  if (source.kind !== 'images') throw new AppError('invalid_request', reason('rig.error.one_view'));
  return source;
}

/** A new rig is as private as the one it comes from. */
const whereTheRigIs = {
  acknowledge: async (interaction: ComponentOrForm, flows: Flows) =>
    (await isOfPrivateRig(interaction, flows)) ? 'private' : 'public',
  needs: 'card',
  isLive: true,
} as const;

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
  clip: {
    acknowledge: 'update',
    async run({ interaction, member, argument, flows, t }) {
      const [clip = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
      const [id = ''] = argument.split('/');
      const job = await flows.rig.showClip(member.id, id, clip);
      const isOwn = isPrivate(interaction);
      const texts = isOwn ? t : flows.rig.textsOf(job);
      return rigCard(job, await flows.rig.files(job), texts, isOwn ? null : 'private');
    },
  },
  again: {
    acknowledge: privately(isOfPrivateRig),
    needs: 'card',
    isLive: true,
    run: async (request) => {
      const { member, argument, flows } = request;
      const wish = await flows.rig.wishes.again(member.id, argument);
      return answerWish(request, wish, (await flows.rig.own(member.id, argument)).isPrivate);
    },
  },
  /** The card that asked turns into the rig's card; a private one of a public rig can't be edited later. */
  body: {
    acknowledge: async (interaction, flows) =>
      isPrivate(interaction) && !(await isOfPrivateRig(interaction, flows)) ? 'public' : 'update',
    needs: 'card',
    isLive: true,
    run: async (request) => {
      const { member, argument, flows } = request;
      const [id = '', skeleton = ''] = argument.split('/');
      const wish = await flows.rig.wishes.vary(member.id, id, { skeleton });
      return makeWish(request, wish, (await flows.rig.own(member.id, id)).isPrivate);
    },
  },
  /** For rigs from files, where the same files would give the same rig. */
  another: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) =>
      anotherForm(await flows.rig.changing(member.id, argument), t),
  },
  'another-made': {
    ...whereTheRigIs,
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      const { generation, isPrivate } = await flows.rig.own(member.id, argument);
      const order = { ...sourceOf(generation, interaction), ...optionsOf(generation) };
      return makeWish(request, { kind: 'start', order }, isPrivate);
    },
  },
  change: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) => {
      const [changing, character] = await Promise.all([
        flows.rig.changing(member.id, argument),
        flows.rig.characterOf(member.id, argument, t.locale),
      ]);
      return changeForm(changing, character, t);
    },
  },
  /** Words may be read otherwise than they were meant, so an edit is shown with its price before it is made. */
  changed: {
    ...whereTheRigIs,
    acknowledge: async (interaction, flows) =>
      isEdit(interaction) ? 'private' : whereTheRigIs.acknowledge(interaction, flows),
    run: async (request) => {
      const { interaction, member, argument, flows, t } = request;
      const wish = await flows.rig.wishes.change(member.id, argument, changeIn(interaction), t.locale);
      const show = isEdit(interaction) ? offerWish : makeWish;
      return show(request, wish, (await flows.rig.own(member.id, argument)).isPrivate);
    },
  },
  /** The same character with another body or style. */
  vary: {
    acknowledge: 'form',
    form: async ({ member, argument, flows, t }) => {
      const [id = '', name = ''] = argument.split('/');
      return varyForm(await flows.rig.changing(member.id, id), name, t);
    },
  },
  varied: {
    ...whereTheRigIs,
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      const wish = await flows.rig.wishes.vary(member.id, argument, changeIn(interaction).answers);
      return makeWish(request, wish, (await flows.rig.own(member.id, argument)).isPrivate);
    },
  },
  /** Free, so there is no price to show first. */
  second: {
    ...whereTheRigIs,
    run: async (request) => {
      const { member, argument, flows } = request;
      const wish = await flows.rig.wishes.secondReading(member.id, argument);
      return makeWish(request, wish, (await flows.rig.own(member.id, argument)).isPrivate);
    },
  },
  detail: {
    acknowledge: privately(isOfPrivateRig),
    needs: 'card',
    isLive: true,
    run: async (request) => {
      const { member, argument, flows } = request;
      const wish = await flows.rig.wishes.vary(member.id, argument, { detail: mostDetail });
      return answerWish(request, wish, (await flows.rig.own(member.id, argument)).isPrivate);
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
