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

/** For work that outlives the act that started it, such as loops and connections. */
export const outsideRequests = <T>(work: () => T): T => current.run(undefined, work);

/** Binds `work` to the current act, so that a later caller runs it as part of that act. */
export function keepingRequest<T>(work: () => T): () => T {
  const id = current.getStore();
  return () => (current.getStore() === id ? work() : current.run(id, work));
}
