import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createIdentities } from '../../../../src/service/auth/identities.js';
import { authSql } from '../../../../src/service/auth/statements.js';
import { hashToken } from '../../../../src/service/auth/tokens.js';
import { engines } from '../../../support/engines.js';

const minute = 60_000;

for (const { name, options, make } of engines)
  describe(`the session of a request on ${name}`, options, () => {
    let db: Database;
    let other: Database;
    beforeEach(async () => {
      const made = await make(resolve('data/migrations/service'));
      [db, other] = [await made.connect(), await made.connect()];
      await db.transaction(async (t) => {
        await t.run(authSql.addUser, { id: 'usr_1', address: 'A', createdAt: 0 });
        await t.run(authSql.addSession, { id: 'ses_1', userId: 'usr_1', now: 0, expiresAt: minute });
        const access = { hash: hashToken('mine'), sessionId: 'ses_1', expiresAt: minute };
        await t.run(authSql.addAccess, access);
      });
    });
    afterEach(async () => {
      await db.close();
      await other.close();
    });

    const mine = { access_token: 'mine' };
    const end = (by: Database) => by.run(authSql.endSession, { id: 'ses_1', now: 0, reason: 'logout' });

    test('is refused at once when it ended here', async () => {
      const identities = createIdentities(db, undefined);
      await identities.identify(mine, 0);
      await end(db);
      identities.forgetEnded();
      await expect(identities.identify(mine, 0)).rejects.toMatchObject({ code: 'session_expired' });
    });

    test('is not kept when it ended while it was read', async () => {
      const identities = createIdentities(db, undefined);
      const read = identities.identify(mine, 0);
      await end(db);
      identities.forgetEnded();
      await Promise.resolve(read).catch(() => undefined);
      await expect(identities.identify(mine, 0)).rejects.toMatchObject({ code: 'session_expired' });
    });

    test('is refused when its token expires', async () => {
      const identities = createIdentities(db, undefined);
      await identities.identify(mine, minute - 1);
      await expect(identities.identify(mine, minute)).rejects.toMatchObject({ code: 'session_expired' });
    });

    test('is the same for every request, whatever one of them does with it', async () => {
      const identities = createIdentities(db, undefined);
      const first = await identities.identify(mine, 0);
      first.expiresAt = 0; // as a socket does whose session is renewed
      const user = { id: 'usr_1', address: 'A' };
      const same = { user, sessionId: 'ses_1', expiresAt: minute };
      expect(await identities.identify(mine, 1)).toEqual(same);
      expect(await identities.identify(mine, 1)).toEqual(same);
    });

    test.skipIf(name === 'SQLite')(
      'is refused after a second when it ended in another process and no hint came',
      async () => {
        const identities = createIdentities(db, undefined);
        await identities.identify(mine, 0);
        await end(other);
        await expect(identities.identify(mine, 1_000)).rejects.toMatchObject({ code: 'session_expired' });
      },
    );
  });
