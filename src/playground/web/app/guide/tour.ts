import type { SeenWorld } from '../../../actor/client.js';
import type { Translate } from '../copy/texts.js';

/** A stop of the tour: the person, the channel, and the text for the message box. */
export type TourStop = {
  member: string;
  channel: string;
  command: string | null;
  says(t: Translate, name: string, others: { member: string }): string;
};

export const tour: readonly TourStop[] = [
  {
    member: 'mia',
    channel: 'rigs',
    command: null,
    says: (t, name) => t('playground.tour.member', { name }),
  },
  {
    member: 'max',
    channel: 'welcome',
    command: 'mod credits',
    says: (t, name) => t('playground.tour.moderator', { name, command: '/mod credits' }),
  },
  {
    member: 'max',
    channel: 'mods',
    command: null,
    says: (t, name, { member }) => t('playground.tour.cases', { name, channel: 'mods', member }),
  },
  {
    member: 'olga',
    channel: 'welcome',
    command: 'link-panel',
    says: (t, name) => t('playground.tour.operator', { name, command: '/link-panel' }),
  },
];

/** The channel of a stop, with the names of this playground. */
export const channelOfStop = ({ channel }: TourStop, world: SeenWorld): string | null =>
  world.guild.channels.find(({ name, kind }) => kind === 'text' && name === channel)?.id ?? null;
