import { AppError, isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import {
  deleteGeneration,
  type Generation,
  type GenerationStatus,
  listGenerations,
} from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import type { Messenger } from '../delivery/messenger.js';
import { clip } from '../text.js';
import type { RigFiles } from './cards/rig.js';
import { sharedRigCard, statusName } from './cards/rig.js';
import type { Collections } from './collections.js';
import type { RigMessages } from './messages.js';
import type { OptionChoice } from './options.js';
import type { RigPlace } from './order.js';
import { readOne } from './reading.js';
import type { Adopted, RigJob } from './rows.js';
import type { RigStore } from './store.js';

const mostListed = 5;
const mostChoices = 25; // Discord's limit

/**
 * Part of a member's rigs. While searching and in a collection, the cursor counts the rigs before the page. A collection
 * has rigs of any status.
 */
export type Shelf = { status?: GenerationStatus; collection?: number; cursor?: string; search?: string };

/** A search reads so many of the newest rigs. */
const searched = { pages: 5, limit: 100 } as const;
const largestPicture = 1_000_000;

/** A search in a collection reads so many of its rigs. */
const mostCollected = 500;

/** Whether the name of a rig has all the words. */
function isNamed({ input }: Generation, search: string): boolean {
  const name = input.prompt?.toLowerCase() ?? '';
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** Lists, shows, shares and deletes a member's rigs. */
export function createShelf(options: {
  store: RigStore;
  messages: RigMessages;
  collections: Pick<Collections, 'of' | 'page'>;
  messenger: Pick<Messenger, 'send'>;
  serviceOf: (job: Pick<RigJob, 'memberId' | 'address'>) => Service;
  primaryOf: (memberId: string) => Promise<string | null>;
  own: (memberId: string, id: string, options?: { orDeleted: boolean }) => Promise<RigJob>;
  /** Reads the current status with fresh links from the service. */
  follow: (job: RigJob) => Promise<RigJob>;
  files: (job: RigJob) => Promise<RigFiles>;
  download: (url: string, maxBytes: number) => Promise<Uint8Array>;
  /** Stores a rig made outside this bot, with the place of its card. */
  adopt: (job: Adopted) => Promise<void>;
}) {
  const { store, messages, collections, messenger, serviceOf, primaryOf } = options;
  const { own, follow, files, download, adopt } = options;

  const list = async (memberId: string, limit: number, { status, cursor }: Shelf = {}) => {
    const query = { limit, ...(status && { status }), ...(cursor && { cursor }) };
    return (await serviceOf({ memberId, address: null }).call(listGenerations, { query })).body;
  };

  /** The specification has no search, so this reads the newest rigs and compares their names. */
  const find = async (memberId: string, search: string, { status, cursor }: Shelf) => {
    const matches: Generation[] = [];
    let next: string | null | undefined;
    for (let at = 0; at < searched.pages && next !== null; at += 1) {
      const page = await list(memberId, searched.limit, {
        ...(status && { status }),
        ...(next && { cursor: next }),
      });
      matches.push(...page.data.filter((made) => isNamed(made, search)));
      next = page.next_cursor;
    }
    const from = Number(cursor) || 0;
    const end = from + mostListed;
    const hasMore = end < matches.length;
    return { data: matches.slice(from, end), has_more: hasMore, next_cursor: hasMore ? String(end) : null };
  };

  /** A rig that cannot be read now is shown as it was last. */
  const collected = async (memberId: string, collection: number, { cursor, search }: Shelf) => {
    const offset = Number(cursor) || 0;
    const limit = search ? mostCollected : mostListed + 1;
    const found = await collections.page(memberId, collection, { limit, offset: search ? 0 : offset });
    const jobs = await Promise.all((found?.rigIds ?? []).map((id) => store.find(id)));
    const kept = jobs.filter((job) => job !== null && isNamed(job.generation, search ?? ''));
    const shown = search ? kept.slice(offset) : kept;
    const hasMore = shown.length > mostListed;
    const data = await Promise.all(
      shown.slice(0, mostListed).map(async (job) => (await follow(job!).catch(() => job!)).generation),
    );
    return { data, has_more: hasMore, next_cursor: hasMore ? String(offset + mostListed) : null };
  };

  /** A rig whose picture can't be read is listed without it. */
  const picturesOf = async (made: readonly Generation[]): Promise<ReadonlyMap<string, Uint8Array>> => {
    const read = made.map(async ({ id, output }) => {
      const url = output?.preview_url;
      const bytes = url ? await download(url, largestPicture).catch(() => null) : null;
      return bytes ? ([[id, bytes]] as const) : [];
    });
    return new Map((await Promise.all(read)).flat());
  };

  /** For a wallet that owns the rig, `not_found` means that the service already deleted it. */
  const deleteThere = async (job: RigJob): Promise<void> => {
    const params = { generation_id: job.id };
    const service = serviceOf(job);
    try {
      await service.call(deleteGeneration, { params });
    } catch (error) {
      if (!isAppError(error, 'not_found') || job.address === null) throw error;
      const isThere = await readOne(service, job.id).then(
        () => true,
        (again) => !isAppError(again, 'not_found'),
      );
      if (isThere) throw new AppError('not_found', reason('rig.error.cannot_delete'));
    }
  };

  return {
    /** One page of a member's rigs, with their pictures. */
    async list(memberId: string, shelf: Shelf = {}) {
      const { search, collection } = shelf;
      const listed = () => (search ? find(memberId, search, shelf) : list(memberId, mostListed, shelf));
      const page = await (collection === undefined ? listed() : collected(memberId, collection, shelf));
      const [pictures, kept] = await Promise.all([picturesOf(page.data), collections.of(memberId)]);
      return { ...page, pictures, collections: kept };
    },

    /** Suggestions from a member's newest rigs. */
    async suggestOwn(memberId: string, typed: string, t: Translate): Promise<OptionChoice[]> {
      const wanted = typed.trim().toLowerCase();
      return (await list(memberId, mostChoices)).data
        .map(({ id, type, input, status }) => ({
          name: clip(
            t('rig.suggestion.rig', {
              name: input.prompt ?? t(`rig.source.${type}`),
              status: statusName(status, t),
            }),
            100,
          ),
          value: id,
        }))
        .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
    },

    /** The current state of a rig, including one made without this bot. */
    async show(
      memberId: string,
      { channelId, messageId, locale, uploadLimit }: RigPlace,
      id: string,
    ): Promise<RigJob> {
      if (!(await store.find(id))) {
        const address = await primaryOf(memberId);
        const generation = await readOne(serviceOf({ memberId, address }), id);
        await adopt({ memberId, address, channelId, messageId, locale, uploadLimit, generation });
      }
      return follow(await own(memberId, id));
    },

    own,

    /** Deletes a rig permanently, here and at the service. Idempotent. */
    async remove(memberId: string, id: string): Promise<void> {
      const job = await own(memberId, id, { orDeleted: true });
      if (job.deletedAt !== null) return;
      await deleteThere(job);
      await store.delete(id);
    },

    /** Posts a finished rig in another channel, in the server's language. @throws AppError `forbidden` */
    async share(
      memberId: string,
      id: string,
      { channelId, uploadLimit }: Pick<RigPlace, 'channelId' | 'uploadLimit'>,
      key: string,
      t: Translate,
    ): Promise<void> {
      const job = await follow(await own(memberId, id));
      const shown = { ...job, uploadLimit };
      const messageId = await messenger.send(channelId, sharedRigCard(shown, await files(shown), t), key);
      if (messageId === null) throw new AppError('forbidden', reason('rig.error.cannot_post'));
      await messages.addCopy(id, { channelId, messageId, locale: t.locale });
    },
  };
}
