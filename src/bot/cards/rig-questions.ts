import { ChannelType, ComponentType } from 'discord.js';
import { encodeCustomId } from '../custom-id.js';
import type { RigJob } from '../rig/store.js';
import { actions, button, type Card, card, finePrint, heading, note } from './card.js';
import type { Form } from './form.js';
import { asked } from './rig.js';

/** Asks for confirmation before a rig is deleted. */
export const askDeleteCard = ({ memberId, id, generation }: RigJob): Card =>
  card('bad', [
    heading('Delete this rig permanently?', asked(generation)),
    actions(button('Delete permanently', 'rig:remove', memberId, id, 'danger')),
    finePrint(
      "This deletes its files, pictures and links here, everywhere it was shared, and at the service. It can't be undone.",
      generation.status === 'succeeded' && "The credits it cost aren't returned.",
    ),
  ]);

export const deletedCard = note('Deleted', 'The rig and its files were deleted.', 'over');

/** The field name in `shareForm`. */
export const shareField = 'channel';

/** Asks for the channel to share a rig in. */
export const shareForm = ({ memberId, id }: RigJob): Form => ({
  custom_id: encodeCustomId({ command: 'rig', action: 'shared', owner: memberId, argument: id }),
  title: 'Share this character',
  components: [
    {
      type: ComponentType.Label,
      label: 'Channel',
      description: 'Everyone there can download it. Deleting the rig removes it there too.',
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

export const sharedNote = (channelId: string): Card => note('Shared', `Posted in <#${channelId}>.`, 'good');
