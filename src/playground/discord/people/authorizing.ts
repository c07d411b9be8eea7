import { createAuthorizations } from '../domain/authorizations.js';
import { createRoleConnections } from '../domain/role-connections.js';
import { OAuthRefusal, PersonError } from '../failure.js';
import type { Application } from '../state/model.js';
import type { Person } from '../types.js';
import type { PeopleDeps } from './deps.js';

/** A person at an application's consent page, and what it said about them since. */
export function createAuthorizing(
  { state }: PeopleDeps,
  userId: string,
): Pick<Person, 'authorize' | 'roleConnection' | 'meets'> {
  const authorizations = createAuthorizations(state);
  const connections = createRoleConnections(state);
  const appOf = (id: string | undefined): Application => {
    const app = id === undefined ? [...state.applications.values()][0] : state.applications.get(id);
    if (!app) throw new PersonError('There is no such application.');
    return app;
  };
  return {
    authorize(address, agrees = true) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url?.pathname !== '/oauth2/authorize') throw new PersonError(`"${address}" is no consent page.`);
      try {
        const asked = authorizations.read(Object.fromEntries(url.searchParams));
        return authorizations.answer(asked, agrees ? userId : null);
      } catch (error) {
        if (error instanceof OAuthRefusal) throw new PersonError(`Discord refuses it: ${error.error}.`);
        throw error;
      }
    },
    roleConnection: (applicationId) => connections.find(appOf(applicationId), userId),
    meets: (conditions, applicationId) => connections.meets(appOf(applicationId), userId, conditions),
  };
}
