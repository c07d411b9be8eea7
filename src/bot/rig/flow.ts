import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { Http } from '../../client/http.js';
import type { RigInput } from '../../contract/pipelines.js';
import { cancelGeneration, type Generation, type RepeatBody } from '../../contract/rig.js';
import { showClip } from '../../contract/rig-clip.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { ServerRules } from '../settings/rules.js';
import type { SettingsStore } from '../settings/store.js';
import { sweep } from '../sweep.js';
import { createAgain } from './again.js';
import { createCatalog } from './catalog.js';
import type { Collections } from './collections.js';
import type { Confirmation } from './confirmation.js';
import { createDownloading } from './downloading.js';
import { createReadFiles } from './files.js';
import { createImproving } from './improving.js';
import { createKeeping } from './keeping.js';
import { createLook } from './look.js';
import { createMaking } from './making.js';
import type { RigMessages } from './messages.js';
import type { OfferStore } from './offer-store.js';
import { createOffering } from './offering.js';
import { type OptionChoice, parameterChoices, pipelineChoices } from './options.js';
import { createPlaceOrder, type RigPlace } from './order.js';
import { checkMs, pauseAfter } from './pace.js';
import { createPricing, readAvailable } from './pricing.js';
import { createPublishing } from './publishing.js';
import { createQuoting } from './quoting.js';
import { isOlder, readOne } from './reading.js';
import type { RepeatLock } from './repeat-lock.js';
import type { Adopted, RigJob } from './rows.js';
import type { RigSchedule } from './schedule.js';
import type { Shares } from './shares.js';
import { createShelf } from './shelf.js';
import type { RigStore } from './store.js';

type Owner = Pick<RigJob, 'memberId' | 'address'>;
type Made = Pick<RigJob, 'generation' | 'address'> & { owesPing?: boolean };

type RigFlowDeps = {
  store: RigStore;
  schedule: RigSchedule;
  messages: RigMessages;
  repeatLock: RepeatLock;
  offers: OfferStore;
  confirmation: Confirmation;
  collections: Collections;
  shares: Shares;
  /** URL of public pages, without the token. */
  sharedUrl: string;
  sessions: Sessions;
  http: Pick<Http, 'call' | 'download'>;
  messenger: Pick<Messenger, 'send' | 'editPrivate'>;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
  clock: Clock;
  random: Random;
  /** Subscribes to updates for a wallet's rigs (null: the primary's) for some minutes. @returns whether they arrive */
  listen: (memberId: string, address: string | null) => boolean;
  /** What the server allows. */
  rules: ServerRules;
  settings: Pick<SettingsStore, 'of'>;
  /** Whether pictures of rigs are hidden in that channel until clicked. */
  hasSpoilers: (channelId: string) => Promise<boolean>;
};

export function createRigFlow(options: RigFlowDeps) {
  const { store, schedule, repeatLock, offers, confirmation, collections, shares } = options;
  const { sessions, http, messenger } = options;
  const { fileOrigins, clock, random, listen, rules, settings, hasSpoilers } = options;
  let isPushed = false; // poll often until the service has pushed an update once
  const nextCheckAt = ({ memberId, address }: Owner): number =>
    clock.now() + (listen(memberId, address) && isPushed ? checkMs.pushed : checkMs.polled);

  const catalog = createCatalog({ http, clock });
  const lookOf = createLook({ catalog, clock, hasSpoilers });
  const orders = createPlaceOrder(fileOrigins);
  const serviceOf = ({ memberId, address }: Owner) => sessions.serviceOf(memberId, address ?? undefined);

  const own = async (memberId: string, id: string, { orDeleted = false } = {}): Promise<RigJob> => {
    const job = await store.find(id);
    if (job?.memberId !== memberId) throw new AppError('not_found', reason('rig.error.not_yours'));
    if (job.deletedAt !== null && !orDeleted) throw new AppError('not_found', reason('rig.error.deleted'));
    return job;
  };

  const keep = async (job: RigJob, generation: Generation): Promise<RigJob> => {
    const ended = generation.finished_at !== null;
    await store.advance(job, generation, ended ? null : nextCheckAt(job));
    return (await store.find(job.id)) ?? { ...job, generation };
  };

  const follow = async (job: RigJob): Promise<RigJob> => {
    return keep(job, await readOne(serviceOf(job), job.id, job.generation));
  };

  const add = async (
    member: Member,
    place: RigPlace,
    { generation, address, owesPing = false }: Made,
  ): Promise<RigJob> => {
    const { channelId, messageId, locale, uploadLimit, isPrivate = false } = place;
    const made = { channelId, messageId, locale, uploadLimit, generation, address };
    const job = await lookOf({ memberId: member.id, ...made });
    const whole = { ...job, isPrivate, owesPing };
    await store.add(whole, nextCheckAt(whole));
    return whole;
  };

  const primaryOf = async (memberId: string) => (await sessions.walletOf(memberId))?.address ?? null;

  /** Files belong to the wallet that uploaded them; a prompt can use the primary wallet. */
  const payerOf = async ({ memberId, generation, address }: RigJob): Promise<string | null> =>
    generation.input.prompt === null ? address : primaryOf(memberId);

  const { balanceOf, priceOf } = createPricing({ catalog, serviceOf, payerOf, primaryOf });
  const quoting = createQuoting({ catalog, balanceOf: readAvailable });

  const repeat = async (job: RigJob, changes: RepeatBody, key: string, place: RigPlace): Promise<Made> => {
    const { memberId, generation } = job;
    const address = await payerOf(job);
    await rules.check('rig', memberId, place);
    await rules.checkText(place.guildId, changes.prompt ?? generation.input.prompt ?? '');
    const service = sessions.serviceOf(memberId, address ?? undefined, place);
    return { generation: await orders.repeat(service, generation, changes, key), address };
  };

  /** The preview and files of a finished rig; files over the channel's upload limit stay links. */
  const files = createReadFiles(http);

  /** Follows a generation that another flow started, on its existing card. */
  const adopt = async (job: Adopted): Promise<void> => {
    const ended = job.generation.finished_at !== null;
    await store.add(await lookOf(job), ended ? null : nextCheckAt(job));
  };

  const again = createAgain({ repeatLock, catalog, random, own, serviceOf, repeat, add, balanceOf });
  const making = createMaking({
    sessions,
    rules,
    catalog,
    orders,
    quoting,
    again,
    own,
    payerOf,
    add,
    mayMention: async (guildId) => (await settings.of(guildId)).mayMention,
  });

  const improving = createImproving({
    offers,
    catalog,
    rules,
    quoteOf: making.quoteOf,
    serviceFor: async ({ id }, place) => sessions.serviceOf(id, (await primaryOf(id)) ?? undefined, place),
  });

  return {
    wishes: again.wishes,
    changing: again.changing,
    characterOf: again.characterOf,
    make: making.make,
    start: making.start,
    ...createOffering({ offers, confirmation, messenger, hasHelp: improving.hasHelp, ...making }),
    improve: improving.improve,
    reword: improving.reword,
    ...createShelf({ ...options, serviceOf, primaryOf, own, follow, files, adopt, download: http.download }),
    /** Whether rigs are private in that server unless their member chooses otherwise. */
    isPrivateIn: async (guildId: string): Promise<boolean> =>
      (await settings.of(guildId)).visibility === 'private',
    ...createKeeping({ collections, own }),
    ...createPublishing({ shares, own, follow, download: http.download, pageUrl: options.sharedUrl }),
    findShared: store.findShared,
    pipelines: catalog.list,
    readPipeline: catalog.read,
    balanceOf,
    priceOf,
    find: store.find,
    findByToken: store.findByToken,
    files,
    adopt,

    /** Suggestions for an option of `/rig`. */
    async suggest(
      input: RigInput,
      option: { name: string; typed: string },
      pipeline: string | null,
      t: Translate,
    ) {
      if (option.name === 'pipeline') return pipelineChoices(await catalog.list(), input, option.typed, t);
      const found = await catalog.choose(input, pipeline);
      return found ? parameterChoices(found, option.name, option.typed, t) : ([] as OptionChoice[]);
    },

    /** Handles an update from the service; ignores outdated ones. */
    async onGeneration(generation: Generation): Promise<void> {
      isPushed = true;
      const job = await store.find(generation.id);
      if (!job || isOlder(generation, job.generation)) return;
      await keep(job, generation);
    },

    /** Checks a member's rigs now, after they signed in again. */
    resumeMember: schedule.resumeMember,

    /** Whether the member has a rig in progress. */
    isOpen: schedule.hasOpen,

    async cancel(memberId: string, id: string): Promise<RigJob> {
      const job = await own(memberId, id);
      const params = { generation_id: id };
      return keep(job, (await serviceOf(job).call(cancelGeneration, { params })).body);
    },

    /** Shows a finished rig in another of its clips, on its card and its pages. */
    async showClip(memberId: string, id: string, clip: string): Promise<RigJob> {
      const job = await own(memberId, id);
      const params = { generation_id: id };
      return keep(job, (await serviceOf(job).call(showClip, { params, body: { clip } })).body);
    },

    ...createDownloading({ own, follow, serviceOf, http, clock }),

    /** One round over all due rigs; failures are retried later. */
    sweep: () => sweep(schedule, follow, (failure) => clock.now() + pauseAfter(failure)),
  };
}
