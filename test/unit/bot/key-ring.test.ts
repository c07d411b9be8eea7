import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { createSeal } from '../../../src/base/seal.js';
import { createOutboxStore } from '../../../src/bot/delivery/outbox.js';
import { createInteractionStore, sealedInteractions } from '../../../src/bot/interaction/store.js';
import { adoptKeys } from '../../../src/bot/key-ring.js';
import { createAttempts } from '../../../src/bot/link/attempts.js';
import { createPhraseStore, sealedPhrases } from '../../../src/bot/link/phrases.js';
import { createProofStore } from '../../../src/bot/link/proofs.js';
import { sealedProofs } from '../../../src/bot/link/proven.js';
import { createLinkStore } from '../../../src/bot/link/store.js';
import { createTakeoverStore, sealedClaims } from '../../../src/bot/link/takeover.js';
import { createConnectionStore, sealedTokens } from '../../../src/bot/linked-roles/store.js';
import { createNoticeStore } from '../../../src/bot/notices/store.js';
import { sealedPages } from '../../../src/bot/purchase/row.js';
import { createPurchaseStores } from '../../../src/bot/purchase/stores.js';
import { createSessionStores } from '../../../src/bot/session/stores.js';
import { sealedJars } from '../../../src/bot/session/vault.js';
import type { Intent } from '../../../src/contract/payments.js';
import { onEveryEngine } from '../../support/bot-database.js';
import { manualClock } from '../../support/clock.js';
import { servesAll } from '../../support/served.js';

/** The binary columns of every table. */
const listBlobs = {
  sqlite: `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.type = 'BLOB' ORDER BY 1`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type = 'bytea' ORDER BY 1`,
};

onEveryEngine((openDatabase) => {
  const columns = [
    sealedJars,
    sealedProofs,
    sealedClaims,
    sealedPhrases,
    sealedPages,
    sealedInteractions,
    sealedTokens,
  ];
  const [oldKey, newKey, otherKey] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [
    string,
    string,
    string,
  ];
  const jarOf = (value: string) => ({ access: { value, path: '/', expiresAt: null } });

  let db: Database;
  let processes = 0;
  beforeEach(async () => {
    db = await openDatabase();
    await adoptKeys(db, createSeal([oldKey]), columns);
  });
  afterEach(() => void db.close());

  /** The bot's stores as a process with this key ring opens them. */
  function storesWith(...keys: string[]) {
    const [seal, clock] = [createSeal(keys), manualClock()];
    const outbox = createOutboxStore(db, clock);
    const notices = createNoticeStore({ db, clock, outbox });
    const { wallets, vaults } = createSessionStores({ db, seal, clock });
    const takeovers = createTakeoverStore({ db, seal, clock, wallets, notices });
    const attempts = createAttempts({ db, clock });
    const links = createLinkStore({ clock, attempts });
    const proofs = createProofStore({ seal, attempts, wallets, takeovers, notices });
    const { store: purchases } = createPurchaseStores({
      db,
      clock,
      outbox,
      seal,
      pageUrl: 'https://bot/pay',
    });
    processes += 1;
    const name = `bot/test/${processes}`;
    const served = { ...servesAll, member: () => name };
    const interactions = createInteractionStore({ served, db, seal, clock });
    const phrases = createPhraseStore({ db, seal });
    const roles = createConnectionStore({ db, seal, clock, outbox });
    return { clock, wallets, vaults, takeovers, links, proofs, phrases, purchases, interactions, roles };
  }

  /** One value of every kind that is stored sealed. */
  async function fill() {
    const { clock, wallets, takeovers, links, proofs, phrases, purchases, interactions, roles } =
      storesWith(oldKey);
    const now = clock.now();
    const cold = { address: 'Cold', userId: 'usr_1' };
    const takeover = { id: 'lnk_0', from: 'mia', to: 'sam', movesAt: now + 1 };
    await db.transaction(async (t) => {
      await wallets.put(t, 'mia', { ...cold, jar: jarOf('of the wallet') });
      await takeovers.ask(t, takeover, { ...cold, jar: jarOf('of the claim') });
    });
    const names = { memberId: 'max', memberName: 'max', guildName: 'Home' };
    await links.start({ id: 'lnk_1', token: 'token', ...names, expiresAt: now + 60_000 });
    await links.ask('lnk_1', 'nonce');
    await links.receive('lnk_1', 'nonce');
    const proven = { address: 'Hot', userId: 'usr_2', jar: jarOf('of the proof'), code: '123456' };
    await proofs.prove('lnk_1', proven);
    await phrases.choose('mia', 'a red fox');
    await roles.connect('mia', { access: 'of Discord', refresh: null, expiresAt: 1 });
    const intent = { id: 'int_1', status: 'requires_payment' } as Intent;
    const buyer = { memberId: 'mia', memberName: 'mia', address: 'Cold', listPrice: null };
    const place = { messageId: 'm', locale: 'en-US' };
    const begun = { id: '7', memberId: 'mia', acknowledged: 'public', command: null } as const;
    await interactions.keep({ ...begun, guildId: null, applicationId: '8', token: 'of the interaction' });
    await purchases.add({ id: 'int_1', ...buyer, intent, token: 'page', createdAt: now }, place, now);
  }

  async function readAll(...keys: string[]) {
    const { vaults, takeovers, proofs, phrases, purchases, interactions, roles } = storesWith(...keys);
    const kept = await vaults.vaultOf('mia', 'Cold').load();
    const [claim] = await takeovers.waitingOf('sam');
    const redeemed = await proofs.redeem('lnk_1', '123456', { keepPrimary: false, movesAt: 0 });
    return {
      wallet: kept?.jar,
      claim: claim && (await takeovers.withdraw(claim)),
      linked: redeemed.outcome,
      phrase: await phrases.find('mia'),
      page: (await purchases.find('int_1'))?.payUrl,
      token: (await interactions.takeOver(() => true))[0]?.token,
      linkedRole: (await roles.find('mia'))?.tokens.access,
    };
  }
  const everything = {
    wallet: jarOf('of the wallet'),
    claim: jarOf('of the claim'),
    linked: 'linked',
    phrase: 'a red fox',
    page: 'https://bot/pay#page',
    token: 'of the interaction',
    linkedRole: 'of Discord',
  };

  describe('the key ring', () => {
    it('reseals everything when a new key comes first; the old key may then be removed', async () => {
      await fill();
      await adoptKeys(db, createSeal([newKey, oldKey]), columns);
      await adoptKeys(db, createSeal([newKey]), columns);
      expect(await readAll(newKey)).toEqual(everything);
      await expect(adoptKeys(db, createSeal([oldKey]), columns)).rejects.toThrow('MASTER_KEY lacks the key');
    });

    it('changes nothing at a normal start, and nothing when it lacks the key', async () => {
      await fill();
      const jars = () => db.all('SELECT jar FROM wallet');
      const before = await jars();
      await adoptKeys(db, createSeal([oldKey, otherKey]), columns);
      await expect(adoptKeys(db, createSeal([newKey, otherKey]), columns)).rejects.toThrow(
        'MASTER_KEY lacks the key',
      );
      expect(await jars()).toEqual(before);
      expect(await readAll(oldKey)).toEqual(everything);
    });

    it('leaves everything unchanged when one value cannot be opened', async () => {
      await fill();
      await db.run('UPDATE purchase SET page_token = @token', { token: Buffer.alloc(1) });
      await expect(adoptKeys(db, createSeal([newKey, oldKey]), columns)).rejects.toThrow();
      const kept = await storesWith(oldKey).vaults.vaultOf('mia', 'Cold').load();
      expect(kept?.jar).toEqual(everything.wallet);
    });

    it('covers every sealed column', async () => {
      const blobs = await db.all(listBlobs[db.engine]);
      const named = columns.map(({ table, column }) => ({ table, column }));
      expect(named.sort((a, b) => (a.table < b.table ? -1 : 1))).toEqual(blobs);
    });
  });
});
