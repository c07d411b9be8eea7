import type { Collections, Membership } from './collections.js';
import type { RigJob } from './rows.js';

/** A rig with the lists of its member. */
export type Kept = { job: RigJob; isFavourite: boolean; named: readonly Membership[] };

/** Puts rigs into the favourites and collections of their members. */
export function createKeeping(deps: {
  collections: Collections;
  own: (memberId: string, id: string) => Promise<RigJob>;
}) {
  const { collections, own } = deps;
  const kept = async (memberId: string, job: RigJob): Promise<Kept> => ({
    job,
    ...(await collections.around(memberId, job.id)),
  });
  const changed =
    <Rest extends unknown[]>(change: (memberId: string, id: string, ...rest: Rest) => Promise<unknown>) =>
    async (memberId: string, id: string, ...rest: Rest): Promise<Kept> => {
      const job = await own(memberId, id);
      await change(memberId, id, ...rest);
      return kept(memberId, job);
    };
  return {
    kept: changed(async () => undefined),
    toggleFavourite: changed(collections.toggleFavourite),
    sort: changed(collections.sort),
    collect: changed(collections.collect),
  };
}
