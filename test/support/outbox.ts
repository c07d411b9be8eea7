import type { Database } from '../../src/base/db/database.js';
import type { OutboxStore } from '../../src/bot/delivery/outbox.js';
import type { Delivery, OutboxKind } from '../../src/bot/delivery/outbox-queue.js';

/** The rows that wait for delivery, oldest first. */
export const queued = (db: Database): Promise<{ kind: OutboxKind; subject: string }[]> =>
  db.all('SELECT kind, subject FROM outbox WHERE lease IS NULL ORDER BY due_at, position');

/** Starts the delivery of one subject, as a worker does. */
export async function claimOf(outbox: OutboxStore, kind: OutboxKind, subject: string): Promise<Delivery> {
  const claimed = await outbox.queue.claim(99, { kinds: [kind] });
  for (const other of claimed)
    if (other.subject !== subject) await outbox.release(other, { uncounted: true });
  const found = claimed.find((one) => one.subject === subject);
  if (!found) throw new Error(`${kind} ${subject} is not queued`);
  return found;
}

/** Marks a queued subject as delivered. */
export async function markDelivered(outbox: OutboxStore, kind: OutboxKind, subject: string): Promise<void> {
  await outbox.delivered(await claimOf(outbox, kind, subject));
}
