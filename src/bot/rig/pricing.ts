import type { Service } from '../../client/session.js';
import { readCredits } from '../../contract/payments.js';
import type { PipelineDetail, RigInput } from '../../contract/pipelines.js';
import type { Catalog } from './catalog.js';
import type { RigJob } from './rows.js';

/** What a rig costs and what its member can spend; null for what the service doesn't say in time. */
export type Price = { credits: number | null; balance: number | null };

/** Short, because a form must open within three seconds, ms. */
const longestMs = 2_000;

/** What a member can spend; null when the service doesn't say in time. */
export const readAvailable = (service: Service): Promise<number | null> =>
  service.call(readCredits, { signal: AbortSignal.timeout(longestMs) }).then(
    ({ body }) => body.available,
    () => null,
  );

export function createPricing(deps: {
  catalog: Pick<Catalog, 'choose'>;
  serviceOf: (owner: Pick<RigJob, 'memberId' | 'address'>) => Service;
  /** The wallet that pays for a remake of this rig. */
  payerOf: (job: RigJob) => Promise<string | null>;
  primaryOf: (memberId: string) => Promise<string | null>;
}) {
  const { catalog, serviceOf, payerOf, primaryOf } = deps;

  const available = (owner: Pick<RigJob, 'memberId' | 'address'>): Promise<number | null> =>
    readAvailable(serviceOf(owner));

  return {
    /** What the member can spend on a remake of this rig. */
    async balanceOf(job: RigJob): Promise<number | null> {
      return available({ memberId: job.memberId, address: await payerOf(job) });
    },
    /** For a new rig: its pipeline, and what it costs there. */
    async priceOf(
      memberId: string,
      input: RigInput,
      named: string | null = null,
    ): Promise<{ pipeline: PipelineDetail | null; price: Price }> {
      const address = await primaryOf(memberId);
      const [pipeline, balance] = await Promise.all([
        catalog.choose(input, named).catch(() => null),
        address === null ? null : available({ memberId, address }),
      ]);
      return { pipeline, price: { credits: pipeline?.credit_cost ?? null, balance } };
    },
  };
}
