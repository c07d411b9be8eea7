import { ChannelType, ComponentType } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, note } from '../../cards/card.js';
import type { Form } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import type { RigJob } from '../rows.js';
import { asked } from './rig.js';

/** Asks for confirmation before a rig is deleted. */
export const askDeleteCard = ({ memberId, id, generation }: RigJob, t: Translate): Card =>
  card('bad', [
    heading(t('rig.delete.title'), asked(generation, t)),
    actions(button(t('rig.delete.confirm.button'), 'rig:remove', memberId, id, 'danger')),
    finePrint(t('rig.delete.warning'), generation.status === 'succeeded' && t('rig.delete.credits')),
  ]);

export const deletedCard = (t: Translate): Card =>
  note(t('rig.delete.done.title'), t('rig.delete.done.body'), 'over');

/** The field name in `shareForm`. */
export const shareField = 'channel';

/** Asks for the channel to share a rig in. */
export const shareForm = ({ memberId, id }: RigJob, t: Translate): Form => ({
  custom_id: encodeCustomId({ command: 'rig', action: 'shared', owner: memberId, argument: id }),
  title: t('rig.share.form.title'),
  components: [
    {
      type: ComponentType.Label,
      label: t('rig.share.form.channel.label'),
      description: t('rig.share.form.channel.hint'),
      component: {
        type: ComponentType.ChannelSelect,
        custom_id: shareField,
        channel_types: [
          ...[ChannelType.GuildText, ChannelType.GuildAnnouncement],
          ...[ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread],
        ],
      },
    },
  ],
});

export const sharedNote = (channelId: string, t: Translate): Card =>
  note(t('rig.share.done.title'), t('rig.share.done.body', { channel: `<#${channelId}>` }), 'good');
