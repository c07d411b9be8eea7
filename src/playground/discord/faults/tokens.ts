import { PersonError } from '../failure.js';
import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import type { Application } from '../state/model.js';
import type { State } from '../state/state.js';

/** Tokens that Discord has reset: REST answers 401, the gateway 4004. */
export type TokenFaults = {
  set(revoked: boolean, botUserId?: string): void;
  active(): Saying[];
  clear(): void;
};

/** @param deps.disconnect closes the sockets of a bot with a code */
export function createTokenFaults(deps: {
  state: State;
  disconnect: (botId: string, code: number) => void;
}): TokenFaults {
  const { state, disconnect } = deps;
  const before = new Map<Application, string>();

  const revoke = (app: Application): void => {
    if (before.has(app)) return;
    before.set(app, app.token);
    app.token = `reset.${state.secretOf('reset', state.nextId())}`;
    disconnect(app.botId, 4004);
  };
  const giveBack = (app: Application): void => {
    app.token = before.get(app) ?? app.token;
    before.delete(app);
  };

  return {
    set(revoked, botUserId) {
      const apps = [...state.applications.values()].filter(
        ({ botId }) => botUserId === undefined || botId === botUserId,
      );
      if (apps.length === 0) throw new PersonError(say('no_bot'));
      for (const app of apps) (revoked ? revoke : giveBack)(app);
    },
    active: () => [...before.keys()].map(({ name }) => say('fault_token', { name })),
    clear() {
      for (const app of [...before.keys()]) giveBack(app);
    },
  };
}
