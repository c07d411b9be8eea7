import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The id of the act that is being worked on: an interaction, a message or a request of a page. Log lines have it,
 * requests to the service send it, and queued jobs and deliveries keep it.
 */
const current = new AsyncLocalStorage<string | undefined>();

export const currentRequestId = (): string | undefined => current.getStore();

/** Runs `work` as part of the act with this id; without one, outside every act. */
export const asRequest = <T>(id: string | null | undefined, work: () => T): T =>
  current.run(id ?? undefined, work);

/** For what goes on after the act that started it, as loops and connections do. */
export const outsideRequests = <T>(work: () => T): T => current.run(undefined, work);

/** `work` as part of the act that is current now, whoever calls it later. */
export function keepingRequest<T>(work: () => T): () => T {
  const id = current.getStore();
  return () => current.run(id, work);
}
