import type { Generation } from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { BotContext } from '../context.js';
import type { BotFeature, RigSpot } from '../feature.js';
import { rigCard } from './cards/rig.js';
import { createRigFlow } from './flow.js';
import { createRigNotifier } from './notifier.js';
import { rigPage } from './page.js';
import { publicRigPage } from './public-page.js';
import { newJob, type RigJob } from './rows.js';
import { createRigStores } from './stores.js';

const cardSlot = (channelId: string) => ({
  method: 'PATCH',
  route: '/channels/:id/messages/:id',
  channelId,
});

/** Rigs: ordering, following, showing and sharing them. */
export function createRigFeature(context: BotContext) {
  const { config, db, clock, random, outbox, sessions, catalog, messenger, notices, hooks } = context;
  const { discord, fileOrigins, languages, listen, pacer, rules, settings } = context;
  const pageUrl = new URL('/rig', config.publicUrl).href;
  const stores = createRigStores({
    db,
    clock,
    outbox,
    random,
    pageUrl,
    asksByDefault: config.asksBeforeRigs,
    onFigures: hooks.onFigures,
  });
  const { store, schedule, messages } = stores;
  const rig = createRigFlow({
    ...stores,
    sessions,
    http: catalog,
    messenger,
    fileOrigins,
    clock,
    random,
    listen,
    rules,
    settings,
    hasSpoilers: async (channelId) => {
      const channel = await discord.presence.channel(channelId);
      return channel ? (await settings.of(channel.guildId)).hasSpoilers : false;
    },
  });
  const notifier = createRigNotifier({
    flow: rig,
    messages,
    messenger,
    notices,
    languages,
    pauseMs: (channelId) => pacer.waitMs(cardSlot(channelId), { urgency: 'growth' }),
  });
  const { deliver, instead } = notifier;
  /** The texts of a rig's public card. */
  const textsOf = ({ locale }: Pick<RigJob, 'locale'>) => languages.ofChannel(locale);
  return {
    flows: { rig: { ...rig, textsOf } },
    commands: ['rig', 'rigs', 'pipelines', 'Rig this image'],
    keepers: {
      rigs: stores.keeper,
      rig_offers: stores.offers,
      rig_confirmation: stores.confirmation,
      rig_collections: stores.collections,
    },
    outbox: { rig: { deliver, instead } },
    rounds: [{ name: 'rigs', everyMs: 500, round: rig.sweep }],
    pages: [
      rigPage({ flow: rig, folder: config.pages.rig }),
      publicRigPage({ flow: rig, folder: config.pages.rig, pageUrl: stores.sharedUrl }),
    ],
    hooks: {
      unfinished: async (memberId) => ((await rig.isOpen(memberId)) ? reason('rig.error.unfinished') : null),
      onLinked: rig.resumeMember,
      onWalletLost: schedule.detachWallet,
      onGeneration: rig.onGeneration,
      async drawOf(messageId) {
        const made = await store.findByMessage(messageId);
        return made && rigCard(made, await rig.files(made), textsOf(made));
      },
      showGeneration: createShowGeneration(context, rig),
    },
  } satisfies BotFeature;
}

/** Posts the live card of a rig that was started elsewhere, unless it has one. */
function createShowGeneration(
  { messenger, clock, languages }: BotContext,
  rig: Pick<ReturnType<typeof createRigFlow>, 'find' | 'adopt'>,
) {
  return async (memberId: string, spot: RigSpot, generation: Generation): Promise<true> => {
    if (await rig.find(generation.id)) return true;
    const { threadId: channelId, locale, uploadLimit } = spot;
    const job = { memberId, channelId, locale, uploadLimit, generation, address: null };
    const shown = { ...newJob, ...job, id: generation.id, messageId: '', createdAt: clock.now() };
    const card = rigCard(shown, null, languages.ofChannel(locale));
    const messageId = await messenger.send(channelId, card, generation.id);
    if (messageId) await rig.adopt({ ...job, messageId });
    return true;
  };
}
