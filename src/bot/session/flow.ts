import type { Clock } from '../../base/clock.js';
import type { Http } from '../../client/http.js';
import { createService, type Service } from '../../client/session.js';
import type { LinkedWallet, SessionStore } from './store.js';

/** The only way from a member to the service: their own session. */
export type Sessions = {
  /** The service as this member. Its calls throw `unauthenticated` when no wallet is linked. */
  serviceOf(memberId: string): Service;
  walletOf(memberId: string): Promise<LinkedWallet | null>;
};

export function createSessions(options: { store: SessionStore; http: Http; clock: Clock }): Sessions {
  const { store, http, clock } = options;
  const services = new Map<string, Service>(); // one each, because calls that meet a 401 share one refresh
  const open = (memberId: string) =>
    createService({
      http,
      clock,
      vault: {
        load: () => store.load(memberId),
        save: (jar, version) => store.save(memberId, jar, version),
        drop: (version) => store.drop(memberId, version),
      },
    });
  return {
    serviceOf(memberId) {
      const service = services.get(memberId) ?? open(memberId);
      services.set(memberId, service);
      return service;
    },
    walletOf: store.find,
  };
}
