import type { Clock } from '../../base/clock.js';
import { readServiceState, type ServiceState } from '../../client/service-state.js';
import { waitedMs } from '../delivery/backlog.js';
import type { OutboxStore } from '../delivery/outbox.js';

export type Status = ServiceState & {
  /** Time Discord took to answer the last heartbeat, in ms; null before the first. */
  pingMs: number | null;
  /** How long the oldest message has waited for its delivery, in ms. */
  waitedMs: number;
};

/** Whether Discord, the service, the chain and the queue work, as members notice it. */
export function createStatusFlow({
  serviceUrl,
  outbox,
  clock,
}: {
  serviceUrl: string;
  outbox: Pick<OutboxStore, 'oldestSince'>;
  clock: Clock;
}) {
  return {
    /** @param ping of discord.js: -1 before the first heartbeat was answered */
    async read(ping: number): Promise<Status> {
      const [service, waited] = await Promise.all([
        readServiceState(serviceUrl, clock),
        waitedMs(outbox, clock),
      ]);
      return { ...service, pingMs: ping < 0 ? null : Math.round(ping), waitedMs: waited };
    },
  };
}
