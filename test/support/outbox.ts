import type { OutboxKind, OutboxStore } from '../../src/bot/delivery/outbox.js';

/** Marks a queued subject as delivered. */
export async function markDelivered(outbox: OutboxStore, kind: OutboxKind, subject: string): Promise<void> {
  const delivery = outbox.queue.claim({ kind, subject });
  if (delivery) await outbox.delivered(delivery);
}
