import type { Command } from '../src/bot/command.js';
import { publishCard } from '../src/bot/rig/cards/publish.js';

/** The public page of a finished rig. */
export const rigPublish = {
  publish: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) =>
      publishCard(await flows.rig.published(member.id, argument), t),
  },
  'publish-on': {
    acknowledge: 'update',
    run: async ({ member, argument, flows, t }) =>
      publishCard(await flows.rig.publish(member.id, argument), t),
  },
  'publish-off': {
    acknowledge: 'update',
    run: async ({ member, argument, flows, t }) =>
      publishCard(await flows.rig.withdraw(member.id, argument), t),
  },
} satisfies Command['components'];
