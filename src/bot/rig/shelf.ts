import { AppError, isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import { deleteGeneration, type GenerationStatus, listGenerations } from '../../contract/rig.js';
import type { RigFiles } from '../cards/rig.js';
import { sharedCard } from '../cards/rig.js';
import type { Messenger } from '../messenger.js';
import { clip } from '../text.js';
import type { Choice } from './options.js';
import type { RigPlace } from './order.js';
import { readOne } from './reading.js';
import type { RigJob, RigStore } from './store.js';

const mostListed = 5;
const mostChoices = 25; // Discord's limit

export type Shelf = { status?: GenerationStatus; cursor?: string };

/** Lists, shows, shares and deletes a member's rigs. */
export function createShelf(options: {
  store: RigStore;
  messenger: Pick<Messenger, 'send'>;
  serviceOf: (job: Pick<RigJob, 'memberId' | 'address'>) => Service;
  primaryOf: (memberId: string) => Promise<string | null>;
  own: (memberId: string, id: string) => Promise<RigJob>;
  /** Reads the current status with fresh links from the service. */
  follow: (job: RigJob) => Promise<RigJob>;
  files: (job: RigJob) => Promise<RigFiles>;
  /** Stores a rig made outside this bot, with the place of its card. */
  adopt: (job: Omit<RigJob, 'id' | 'createdAt' | 'deletedAt' | 'viewUrl' | 'owesPing'>) => Promise<void>;
}) {
  const { store, messenger, serviceOf, primaryOf, own, follow, files, adopt } = options;

  const list = async (memberId: string, limit: number, { status, cursor }: Shelf = {}) => {
    const query = { limit, ...(status && { status }), ...(cursor && { cursor }) };
    return (await serviceOf({ memberId, address: null }).call(listGenerations, { query })).body;
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
      if (isThere) throw new AppError('not_found', "This bot's service can't delete rigs.");
    }
  };

  return {
    list: (memberId: string, shelf?: Shelf) => list(memberId, mostListed, shelf),

    /** Suggestions from a member's newest rigs. */
    async suggestOwn(memberId: string, typed: string): Promise<Choice[]> {
      const wanted = typed.trim().toLowerCase();
      return (await list(memberId, mostChoices)).data
        .map(({ id, type, input, status }) => ({
          name: clip(
            `${input.prompt ?? `from ${type === 'mesh' ? 'a model' : 'pictures'}`} (${status})`,
            100,
          ),
          value: id,
        }))
        .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
    },

    /** The current state of a rig, including one made without this bot. */
    async show(
      memberId: string,
      { channelId, messageId, uploadLimit }: RigPlace,
      id: string,
    ): Promise<RigJob> {
      if (!(await store.find(id))) {
        const address = await primaryOf(memberId);
        const generation = await readOne(serviceOf({ memberId, address }), id);
        await adopt({ memberId, address, channelId, messageId, uploadLimit, generation });
      }
      return follow(await own(memberId, id));
    },

    own,

    /** Deletes a rig permanently, here and at the service. Idempotent. */
    async remove(memberId: string, id: string): Promise<void> {
      const job = await store.find(id);
      if (job?.memberId === memberId && job.deletedAt !== null) return;
      await deleteThere(await own(memberId, id));
      await store.delete(id);
    },

    /** Posts a finished rig in another channel. @throws AppError `forbidden` */
    async share(
      memberId: string,
      id: string,
      { channelId, uploadLimit }: Pick<RigPlace, 'channelId' | 'uploadLimit'>,
      key: string,
    ): Promise<void> {
      const job = await follow(await own(memberId, id));
      const shown = { ...job, uploadLimit };
      const messageId = await messenger.send(channelId, sharedCard(shown, await files(shown)), key);
      if (messageId === null) throw new AppError('forbidden', "I can't post in that channel.");
      await store.addCopy(id, { channelId, messageId });
    },
  };
}
