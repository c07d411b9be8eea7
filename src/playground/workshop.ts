import { MODERATOR_PERMISSIONS } from './discord/permission.js';
import type { GuildInput } from './discord/types.js';

/**
 * The playground's second server: another language, other moderators (Sam, who owns it, and Noor), and without Olga. It
 * shows that nothing mixes between servers.
 */
export const workshop: GuildInput = {
  name: 'Pixel Workshop',
  locale: 'de',
  owner: 'sam',
  roles: [
    { name: 'Moderator', permissions: MODERATOR_PERMISSIONS, color: 0x9b59b6 },
    { name: 'Verknüpft', permissions: 0n, color: 0x3ba55d, position: 10 },
  ],
  members: { mia: [], max: [], sam: ['Moderator'], noor: ['Moderator'] },
  channels: [
    { name: 'willkommen', topic: 'Hier geht es los.' },
    { name: 'figuren', topic: 'Figuren der Mitglieder.' },
    { name: 'werkbank', topic: 'Sprich mit dem Agenten in Threads.' },
    { name: 'moderation', topic: 'Nur für Moderatoren.', onlyFor: ['Moderator'] },
  ],
};
