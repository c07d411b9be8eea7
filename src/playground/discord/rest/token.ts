import type { Application } from '../state/model.js';
import type { State } from '../state/state.js';

/** Finds the application of an `Authorization: Bot TOKEN` header and caches it. */
export function createOAuthTokens(state: State): (header: string | undefined) => Application | undefined {
  const known = new Map<string, Application>();
  return (header) => {
    if (!header?.startsWith('Bot ')) return undefined;
    const token = header.slice('Bot '.length);
    const remembered = known.get(token);
    const isCurrent = remembered?.token === token && state.applications.get(remembered.id) === remembered;
    if (isCurrent) return remembered;
    known.delete(token);
    for (const application of state.applications.values()) {
      if (application.token === token) known.set(token, application);
    }
    return known.get(token);
  };
}
