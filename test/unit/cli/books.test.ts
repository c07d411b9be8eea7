import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/base/ids.js';
import { createOutboxStore } from '../../../src/bot/delivery/outbox.js';
import { DeliveryRefused } from '../../../src/bot/delivery/refusal.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { createHolds } from '../../../src/service/ledger/holds.js';
import { createEntitlements } from '../../../src/service/payments/entitlements.js';
import { createUploads } from '../../../src/service/rig/uploads.js';
import { createBlobs } from '../../../src/service/storage/blobs.js';
import { createFolderStore } from '../../../src/service/storage/folder.js';
import { command } from '../../support/command.js';
import { type Installation, onEveryInstallation } from '../../support/installation.js';
import { claimOf } from '../../support/outbox.js';
import { addRig } from '../../support/service-database.js';
import { type Books, openBooks, payment } from '../service/payments/books.js';

const dayMs = 86_400_000;

/** What the operator's commands read and write while bot and service run. */
onEveryInstallation((openInstallation) => {
  let installed: Installation;
  let books: Books;
  beforeEach(async () => {
    installed = await openInstallation();
    books = await openBooks(async () => installed.service, Date.now() - dayMs);
  });
  afterEach(() => installed.close());

  const run = (...args: string[]) => command(args, installed.environment);

  describe('rigsmith review', () => {
    /** A payment of 400 lamports that names no purchase. */
    const payUnmatched = () => {
      const unmatched = { ...payment('sig', 400n), standing: 'unmatched', commitment: 'finalized' } as const;
      return books.store.settlement.keepUnmatched(unmatched, { ask: true });
    };

    it('lists nothing, then a payment without a purchase', async () => {
      expect((await run('review')).stdout).toBe('No payments or debts are under review.\n');
      await payUnmatched();
      const { status, stdout } = await run('review');
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^\d+ {2}unmatched {2}0\.0000004 SOL from A for no purchase\n {4}since .*, in sig\n$/,
      );
    });

    it('credits a payment once, and records who decided and why', async () => {
      await books.create('int_1', [400n]);
      await payUnmatched();
      const credited = await run('review', 'credit', 'sig', '--purchase', 'int_1', '--note', 'paid by hand');
      expect([credited.status, credited.stdout]).toEqual([0, expect.stringMatching(/for int_1\n/)]);
      expect(await books.available()).toBe(100);
      const again = await run('review', 'credit', 'sig', '--purchase', 'int_1');
      expect(again.status).toBe(2);
      expect(await books.available()).toBe(100);
      const decided = await books.db.get('SELECT decision, decided_by AS by, note FROM review');
      expect(decided).toEqual({ decision: 'credited', by: expect.any(String), note: 'paid by hand' });
      expect((await run('review')).stdout).toBe('No payments or debts are under review.\n');
    });

    it('lists spent credits whose money Discord returned, and waives them once', async () => {
      const entitlements = createEntitlements(books);
      await entitlements.credit({ id: '900', userId: 'usr_1', credits: 100 });
      const hold = { userId: 'usr_1', credits: 30, subject: 'gen_1' };
      await books.db.transaction((t) => createHolds(books.clock).place(t, hold));
      await entitlements.takeBack('900');
      expect((await run('review')).stdout).toMatch(/^900 {2}spent {2}30 of 100 credits by usr_1/);
      expect(await run('review', 'waive', '900')).toMatchObject({ status: 0 });
      expect(await run('review', 'waive', '900')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('No open debt for entitlement 900.'),
      });
    });
  });

  it('rigsmith reconcile finds no difference, and then the one that was made', async () => {
    await books.create('int_1', [400n]);
    await books.store.settlement.keepUnmatched(
      { ...payment('sig', 400n), standing: 'unmatched', commitment: 'finalized' },
      { ask: true },
    );
    await run('review', 'credit', 'sig', '--purchase', 'int_1');
    const agreed = await run('reconcile', '--books-only');
    expect([agreed.stdout, agreed.status]).toEqual([
      expect.stringMatching(/^No differences: compared \d+ accounts, 1 purchases/),
      0,
    ]);
    await books.db.run('UPDATE ledger_account SET balance = balance + 1 WHERE user_id IS NOT NULL');
    const { stdout, status } = await run('reconcile', '--books-only', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).differences.map(({ book }: { book: string }) => book)).toContain('ledger');
  });

  it('rigsmith disk sums files by their use, databases and waiting messages', async () => {
    const { bot, service, folder } = installed;
    const clock = { ...books.clock, now: Date.now };
    const blobs = createBlobs({ db: service, clock, store: createFolderStore(folder) });
    for (const [id, days] of [
      ['gen_old', 100],
      ['gen_new', 1],
    ] as const) {
      const finishedAt = Date.now() - days * dayMs;
      await addRig(service, id, { userId: 'usr_1', finishedAt });
      const files = [await blobs.put(id, Buffer.from(`model of ${id}`))];
      await service.transaction((t) =>
        blobs.keep(
          t,
          id,
          files.map(({ sha256 }) => sha256),
        ),
      );
    }
    const picture = Buffer.from('\x89PNG\r\n\x1a\n a fox', 'latin1');
    await createUploads({ db: service, blobs, clock, random: systemRandom }).add(
      'usr_1',
      picture,
      'image/png',
    );
    await blobs.put('gen_lost', Buffer.from('of nobody'));
    const outbox = createOutboxStore(bot, clock);
    for (const id of ['gen_old', 'gen_new']) await bot.transaction((t) => outbox.put(t, 'rig', id));
    const refused = createRefusedStore({ db: bot, queue: outbox.queue, clock });
    await refused.keep(await claimOf(outbox, 'rig', 'gen_old'), new DeliveryRefused('7', 'forbidden'));

    const { status, stdout } = await run('disk', '--json');
    expect(status).toBe(0);
    const { files, databases, disk, messages } = JSON.parse(stdout);
    const model = 'model of gen_old'.length;
    expect(files).toEqual({
      rigs: { count: 2, bytes: 2 * model },
      uploads: { count: 1, bytes: picture.length },
      unused: { count: 1, bytes: 'of nobody'.length },
      freed: [
        { days: 30, count: 1, bytes: model },
        { days: 90, count: 1, bytes: model },
        { days: 365, count: 0, bytes: 0 },
      ],
    });
    const ending = bot.engine === 'sqlite' ? '.db' : '';
    expect(Object.keys(databases)).toEqual([`bot${ending}`, `service${ending}`]);
    for (const bytes of Object.values(databases)) expect(bytes).toBeGreaterThan(10_000);
    expect(disk.free).toBeLessThanOrEqual(disk.size);
    expect(messages).toEqual({ waiting: 2, refused: 1 });
    expect((await run('disk')).stdout).toMatch(/^RIG_KEEP_DAYS=90 would free 0\.0 MB \(1 file\)$/m);
  });

  it('rigsmith migrate --check says that nothing is missing', async () => {
    expect(await run('migrate', '--check')).toMatchObject({
      status: 0,
      stdout: 'bot: up to date\nservice: up to date\n',
    });
  });
});
