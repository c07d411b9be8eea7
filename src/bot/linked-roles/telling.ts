import { type REST, Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Copy, defaultLocale } from '../../copy/copy.js';
import type { Deliver } from '../delivery/outbox.js';
import { type DiscordOauth, GrantOver, type Tokens } from '../web/oauth.js';
import { metadataRecords } from './metadata.js';
import type { Connection, ConnectionStore } from './store.js';

/** A token is refreshed this long before it expires. */
const earlyMs = 60_000;

/** Tells Discord about a member: the current values; or nothing any more, and then ends the authorization. */
export function createTelling(deps: {
  store: Pick<ConnectionStore, 'find' | 'renew' | 'told' | 'remove'>;
  oauth: Pick<DiscordOauth, 'refresh' | 'put' | 'revoke'>;
  applicationId: () => string;
  copy: Copy;
  clock: Clock;
  log: Log;
}): Deliver {
  const { store, oauth, applicationId, copy, clock, log } = deps;

  /** @returns null when the member agreed again meanwhile, which queued them again */
  const fresh = async (memberId: string, { tokens, version }: Connection) => {
    if (tokens.expiresAt - earlyMs > clock.now()) return { tokens, version };
    if (tokens.refresh === null) throw new GrantOver();
    const renewed: Tokens = await oauth.refresh(tokens.refresh);
    return (await store.renew(memberId, version, renewed)) ? { tokens: renewed, version: version + 1 } : null;
  };

  const tell = async (memberId: string, connection: Connection): Promise<void> => {
    const current = await fresh(memberId, connection);
    if (current === null) return;
    const { tokens, version } = current;
    const path = `/users/@me/applications/${applicationId()}/role-connection`;
    const { values } = connection;
    if (values !== null) {
      const platform_name = copy.for(defaultLocale)('linked_role.platform');
      await oauth.put(path, tokens.access, { platform_name, metadata: values });
      await store.told(memberId, version, values);
      return;
    }
    await oauth.put(path, tokens.access, {});
    await oauth.revoke(tokens.access);
    await store.remove(memberId, version);
  };

  return async (memberId) => {
    const connection = await store.find(memberId);
    if (connection === null || connection.isTold) return;
    try {
      await tell(memberId, connection);
    } catch (error) {
      if (!(error instanceof GrantOver)) throw error;
      log.info({ member: memberId }, 'linked roles of a member ended: Discord takes their tokens no more');
      await store.remove(memberId, connection.version);
    }
  };
}

/** Registers what servers can ask for, once per process. */
export function createMetadataRegistration(deps: {
  rest: Pick<REST, 'put'>;
  applicationId: () => string;
  copy: Copy;
}): () => Promise<void> {
  const { rest, applicationId, copy } = deps;
  let isDone = false;
  return async () => {
    if (isDone) return;
    await rest.put(Routes.applicationRoleConnectionMetadata(applicationId()), {
      body: metadataRecords(copy),
    });
    isDone = true;
  };
}
