import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createSessionStores, type SessionStores } from '../../../../src/bot/session/stores.js';
import type { Jar } from '../../../../src/client/jar.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

onEveryEngine((openDatabase) => {
  const cookies = (access: string): Jar => ({ access: { value: access, path: '/api', expiresAt: null } });

  let db: Database;
  let clock: ManualClock;
  let stores: SessionStores;
  const key = randomBytes(32).toString('hex');
  const openStores = (keys = [key], at = db) =>
    createSessionStores({ db: at, seal: createSeal(keys), clock });
  const link = (memberId: string, address: string, access = `${address} cookie`, at = stores) =>
    db.transaction((t) =>
      at.wallets.put(t, memberId, { address, userId: `usr_${address}`, jar: cookies(access) }),
    );
  const ownerOf = (address: string) => stores.wallets.ownerOf(db, address);

  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    stores = openStores();
  });
  afterEach(() => db.close());

  describe('the session of a wallet', () => {
    it('is decrypted once for many requests, and again after another process refreshed it', async () => {
      await link('mia', 'A', 'first');
      const seal = createSeal([key]);
      let decrypted = 0;
      const counting = {
        ...seal,
        open(sealed: Uint8Array, place: string) {
          decrypted += 1;
          return seal.open(sealed, place);
        },
      };
      const vault = createSessionStores({ db, seal: counting, clock }).vaults.vaultOf('mia', 'A');
      const elsewhere = stores.vaults.vaultOf('mia', 'A');
      const first = await vault.load();
      expect(first).toMatchObject({ jar: cookies('first') });
      expect(await vault.load()).toEqual(first);
      expect(decrypted).toBe(1);
      await elsewhere.save(cookies('second'), first?.jar ? first.version : 0);
      expect(await vault.load()).toMatchObject({ jar: cookies('second') });
      expect(decrypted).toBe(2);
      await elsewhere.forget();
      expect(await vault.load()).toEqual({ jar: null, ended: 'logged_out' });
    });
  });

  describe('the wallets of a member', () => {
    beforeEach(async () => {
      await link('mia', 'A');
      await clock.advance(1_000);
      await link('mia', 'B');
    });

    it('have the newest linked as primary, and another may be made it', async () => {
      expect(await stores.wallets.list('mia')).toMatchObject([
        { address: 'B', isPrimary: true, ended: null },
        { address: 'A', isPrimary: false },
      ]);
      expect(await stores.wallets.use('mia', 'A')).toMatchObject({ address: 'A', isPrimary: true });
      expect((await stores.wallets.list('mia')).filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
      expect((await stores.wallets.find('mia'))?.address).toBe('A');
      expect(await stores.wallets.use('mia', 'C')).toBeNull();
      expect(await stores.wallets.use('sam', 'A')).toBeNull();
    });

    it('have labels, which stay when a wallet is signed in again', async () => {
      expect(await stores.wallets.label('mia', 'A', 'cold')).toMatchObject({ address: 'A', label: 'cold' });
      await link('mia', 'A', 'newer');
      expect(await stores.wallets.find('mia')).toMatchObject({
        address: 'A',
        label: 'cold',
        isPrimary: true,
      });
      expect(await stores.vaults.vaultOf('mia', 'A').load()).toMatchObject({ jar: cookies('newer') });
      expect(await stores.wallets.label('sam', 'A', 'mine')).toBeNull();
      expect(await stores.wallets.label('mia', 'A', null)).toMatchObject({ label: null });
    });

    it('belong to one member each', async () => {
      await expect(link('sam', 'A')).rejects.toMatchObject({ code: 'wallet_linked_elsewhere' });
      expect(await ownerOf('A')).toBe('mia');
      expect(await stores.wallets.list('sam')).toEqual([]);
    });

    it('are deleted one by one; the oldest left becomes the primary', async () => {
      expect(await stores.wallets.remove('mia', 'B')).toMatchObject({ address: 'B' });
      expect(await stores.wallets.find('mia')).toMatchObject({ address: 'A', isPrimary: true });
      expect(await stores.wallets.remove('mia', 'B')).toBeNull();
      await stores.wallets.remove('mia', 'A');
      expect(await stores.wallets.list('mia')).toEqual([]);
      await link('sam', 'A');
      expect(await ownerOf('A')).toBe('sam');
    });
  });

  describe('a vault', () => {
    it('lets one of two writers save a rotation, and tells the other', async () => {
      await link('mia', 'A');
      const [one, two] = [stores.vaults.vaultOf('mia', 'A'), openStores().vaults.vaultOf('mia', 'A')];
      const kept = await one.load();
      const version = kept?.jar ? kept.version : 0;
      expect(await one.save(cookies('first'), version)).toBe(true);
      expect(await two.save(cookies('second'), version)).toBe(false);
      expect(await two.load()).toMatchObject({ jar: cookies('first'), version: version + 1 });
    });

    it('gives one caller at a time the right to refresh, until it is saved or has expired', async () => {
      await link('mia', 'A');
      const vault = stores.vaults.vaultOf('mia', 'A');
      const kept = await vault.load();
      const version = kept?.jar ? kept.version : 0;
      expect(await vault.claim(version, clock.now() + 1_000)).toBe(true);
      expect(await vault.claim(version, clock.now() + 1_000)).toBe(false);
      expect(await stores.vaults.listOwed(10)).toEqual([]);
      await clock.advance(1_000);
      expect(await stores.vaults.listOwed(10)).toEqual([{ memberId: 'mia', address: 'A' }]);
      expect(await vault.claim(version, clock.now() + 1_000)).toBe(true);
      await vault.release(version);
      expect(await stores.vaults.listOwed(10)).toHaveLength(1);
      await vault.save(cookies('next'), version);
      expect(await stores.vaults.listOwed(10)).toEqual([]);
      expect(await vault.claim(version, clock.now() + 1_000)).toBe(false);
    });

    it('ends with a reason; a late rotation of that version wins, one after log-out does not', async () => {
      await link('mia', 'A');
      const vault = stores.vaults.vaultOf('mia', 'A');
      const kept = await vault.load();
      const version = kept?.jar ? kept.version : 0;
      expect(await vault.end(version + 1, 'reused')).toBe(false);
      expect(await vault.end(version, 'reused')).toBe(true);
      expect(await vault.load()).toEqual({ jar: null, ended: 'reused' });
      expect(await stores.wallets.find('mia')).toMatchObject({ ended: 'reused' });
      expect(await vault.save(cookies('late'), version)).toBe(true);
      expect(await vault.load()).toMatchObject({ jar: cookies('late') });
      await vault.forget();
      expect(await vault.save(cookies('later'), version + 1)).toBe(false);
      expect(await vault.load()).toEqual({ jar: null, ended: 'logged_out' });
    });

    it('never accepts an old rotation for a wallet that was unlinked and linked again', async () => {
      await link('mia', 'A');
      const vault = stores.vaults.vaultOf('mia', 'A');
      const kept = await vault.load();
      await stores.wallets.remove('mia', 'A');
      await clock.advance(1);
      await link('mia', 'A', 'new');
      expect(await vault.save(cookies('old'), kept?.jar ? kept.version : 0)).toBe(false);
    });
  });

  describe('a stolen or altered database', () => {
    it('reveals no cookie without the key, nor in another row, nor altered', async () => {
      await link('mia', 'A', 'canary-cookie');
      await link('mia', 'B');
      await link('sam', 'C');
      const jars = await db.all<{ jar: Buffer }>('SELECT jar FROM wallet ORDER BY address');
      expect(jars.map(({ jar }) => jar.includes('cookie'))).toEqual([false, false, false]);
      await expect(
        openStores([randomBytes(32).toString('hex')])
          .vaults.vaultOf('mia', 'A')
          .load(),
      ).rejects.toThrow();
      const { jar } = jars[0]!;
      const alter = (address: string) =>
        db.run('UPDATE wallet SET jar = @jar WHERE address = @address', { jar, address });
      for (const address of ['B', 'C']) {
        await alter(address);
        const owner = (await ownerOf(address)) ?? '';
        await expect(stores.vaults.vaultOf(owner, address).load()).rejects.toThrow();
      }
      jar[40] = (jar[40] ?? 0) ^ 1;
      await alter('A');
      await expect(stores.vaults.vaultOf('mia', 'A').load()).rejects.toThrow();
    });

    it('opens with an older key of the ring, and is resealed with the newest at the next rotation', async () => {
      await link('mia', 'A');
      const fresh = randomBytes(32).toString('hex');
      const vault = openStores([fresh, key]).vaults.vaultOf('mia', 'A');
      const kept = await vault.load();
      await vault.save(cookies('rotated'), kept?.jar ? kept.version : 0);
      expect(await openStores([fresh]).vaults.vaultOf('mia', 'A').load()).toMatchObject({
        jar: cookies('rotated'),
      });
    });
  });
});
