import { ChannelType, ComponentType } from 'discord.js';
import { encodeCustomId } from '../custom-id.js';
import type { RigJob } from '../rig/store.js';
import { actions, button, type Card, card, finePrint, heading, note } from './card.js';
import type { Form } from './form.js';
import { asked } from './rig.js';

/** Asked before a rig is deleted. */
export const askDeleteCard = ({ memberId, id, generation }: RigJob): Card =>
  card('bad', [
    heading('Delete this rig for good?', asked(generation)),
    actions(button('Delete for good', 'rig:remove', memberId, id, 'danger')),
    finePrint(
      'Its files, pictures and links go, here, wherever it was shared, and at the service; nobody can bring them back.',
      generation.status === 'succeeded' && 'The credits it cost stay spent.',
    ),
  ]);

export const deletedCard = note('Deleted', 'That rig and its files are gone.', 'over');

/** The field's name in the form of `shareForm`. */
export const shareField = 'channel';

/** Asks for the channel a rig is to be shown in as well. */
export const shareForm = ({ memberId, id }: RigJob): Form => ({
  custom_id: encodeCustomId({ command: 'rig', action: 'shared', owner: memberId, argument: id }),
  title: 'Share this character',
  components: [
    {
      type: ComponentType.Label,
      label: 'Where?',
      description: 'Everybody there may download it. Deleting it takes it away there too.',
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

export const sharedNote = (channelId: string): Card =>
  note('Shared', `It stands in <#${channelId}> now.`, 'good');
