import type { Clock } from '../../base/clock.js';
import type { Catalog } from './catalog.js';
import { type Adopted, newJob, type RigJob, variable } from './rows.js';

/** Completes a new rig with what its card shows besides its state. Never fails, because the rig is already paid. */
export function createLook(deps: {
  catalog: Pick<Catalog, 'read'>;
  clock: Clock;
  /** Whether pictures of rigs are hidden in that channel until a member clicks them. */
  hasSpoilers: (channelId: string) => Promise<boolean>;
}) {
  const { catalog, clock, hasSpoilers } = deps;
  return async (adopted: Adopted): Promise<RigJob> => {
    const { id, pipeline_id } = adopted.generation;
    const [hasSpoiler, pipeline] = await Promise.all([
      hasSpoilers(adopted.channelId).catch(() => false),
      catalog.read(pipeline_id).catch(() => null),
    ]);
    const varies = variable.filter((one) => pipeline?.parameters.some(({ name }) => name === one));
    return { ...newJob, ...adopted, id, hasSpoiler, varies, createdAt: clock.now() };
  };
}
