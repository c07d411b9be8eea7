import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../../support/bot-database.js';
import { addressOf, type House, hours, openHouse, takeoverDelayMs } from './house.js';

onEveryEngine((openDatabase) => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse({ openDatabase });
  });
  afterEach(() => house.close());

  const cold = addressOf('Co');

  describe('a takeover of a linked wallet', () => {
    beforeEach(async () => {
      await house.links('mia', 'Co');
      await house.clock.advance(1);
    });

    it('moves it after the delay and not before; both members are told and the old session ends', async () => {
      const asked = await house.links('sam', 'Co');
      expect(asked).toEqual({ address: cold, movesAt: house.clock.now() + takeoverDelayMs });
      expect(await house.kinds('mia')).toEqual(['linked', 'takeover_asked']);

      await house.clock.advance(takeoverDelayMs - 1);
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([cold]);
      expect(await house.sessions.walletOf('mia')).toMatchObject({ ended: null });

      await house.clock.advance(1);
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([]);
      expect(await house.sessions.walletOf('sam')).toMatchObject({ address: cold, isPrimary: true });
      expect(house.upstream.ended).toEqual([`${cold}-1`]);
      expect(await house.kinds('mia')).toEqual(['linked', 'takeover_asked', 'takeover_lost']);
      expect(await house.kinds('sam')).toEqual(['takeover_won']);
      expect(house.told).toEqual({ changed: ['mia'], lost: ['mia'] });
    });

    it('is stopped when its member signs again: a phished signature alone takes nothing', async () => {
      await house.links('thief', 'Co');
      const stolen = `${cold}-2`;
      expect(house.upstream.ended).toEqual([]);
      await house.clock.advance(23 * hours);
      expect(await house.links('mia', 'Co')).toMatchObject({ wallet: { address: cold } });
      expect(house.upstream.ended).toEqual([stolen]);
      expect(await house.kinds('thief')).toEqual(['takeover_refused']);

      await house.clock.advance(48 * hours);
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([cold]);
      expect(await house.addresses('thief')).toEqual([]);
    });

    it('returns it to the real owner: a thief who linked it cannot object without signing', async () => {
      await house.links('owner', 'Co');
      await house.wallet.label('mia', cold, 'mine');
      await house.wallet.logout('mia', cold, 'here');
      await expect(house.wallet.withdraw('mia', (await waiting('mia')).id)).rejects.toThrow(
        'wallet.error.request_over',
      );
      await house.clock.advance(takeoverDelayMs);
      await house.wallet.sweep();
      expect(await house.addresses('owner')).toEqual([cold]);
    });

    it('moves it once even if rounds overlap, and a late objection is a new claim', async () => {
      await house.links('sam', 'Co');
      await house.clock.advance(takeoverDelayMs);
      await Promise.all([house.wallet.sweep(), house.wallet.sweep(), house.wallet.sweep()]);
      expect(await house.kinds('sam')).toEqual(['takeover_won']);
      expect(await house.links('mia', 'Co')).toHaveProperty('movesAt');
      expect(await house.addresses('sam')).toEqual([cold]);
    });

    it('has one claimant; a second is refused and leaves no session behind', async () => {
      await house.links('sam', 'Co');
      await expect(house.links('max', 'Co')).rejects.toThrow('link.error.asked_already');
      expect(house.upstream.ended).toEqual([`${cold}-3`]);
      expect(await house.kinds('mia')).toEqual(['linked', 'takeover_asked']);
    });

    it('may be withdrawn by its claimant, once, and by no other member', async () => {
      await house.links('sam', 'Co');
      const { id } = await waiting('sam');
      await expect(house.wallet.withdraw('max', id)).rejects.toThrow('wallet.error.request_over');
      await house.wallet.withdraw('sam', id);
      expect(house.upstream.ended).toEqual([`${cold}-2`]);
      await expect(house.wallet.withdraw('sam', id)).rejects.toThrow('wallet.error.request_over');
      await house.clock.advance(takeoverDelayMs);
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([cold]);
    });

    it('can be claimed by a member once during the delay: no flood of notices or signatures', async () => {
      await house.links('sam', 'Co');
      await house.wallet.withdraw('sam', (await waiting('sam')).id);
      await expect(house.links('sam', 'Co')).rejects.toThrow('link.error.asked_lately');
      expect(house.upstream.ended).toEqual([`${cold}-2`, `${cold}-3`]);
      expect(await house.kinds('mia')).toEqual(['linked', 'takeover_asked']);
      expect(await house.links('max', 'Co')).toHaveProperty('movesAt'); // other members may
      await house.links('mia', 'Co');
      await house.clock.advance(takeoverDelayMs);
      expect(await house.links('sam', 'Co')).toHaveProperty('movesAt');
    });

    it('happens at once if the owner unlinked meanwhile, and no one is told that the wallet was kept', async () => {
      await house.links('sam', 'Co');
      await house.wallet.unlink('mia', cold, 'here');
      await house.clock.advance(1);
      expect(await house.links('sam', 'Co')).toMatchObject({ wallet: { address: cold } });
      expect(house.upstream.ended).toEqual([`${cold}-1`, `${cold}-2`]);
      expect(await house.kinds('sam')).toEqual(['linked']);
      await house.clock.advance(takeoverDelayMs);
      await house.wallet.sweep();
      expect(await house.addresses('sam')).toEqual([cold]);
    });

    it('waits while the service cannot end the old session', async () => {
      await house.links('sam', 'Co');
      await house.clock.advance(takeoverDelayMs);
      house.upstream.answer = 503;
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([cold]);
      house.upstream.answer = 0;
      await house.wallet.sweep();
      expect(await house.addresses('mia')).toEqual([cold]);
      await house.clock.advance(60_000);
      await house.wallet.sweep();
      expect(await house.addresses('sam')).toEqual([cold]);
    });

    it('takes nothing from a third member who has it by then', async () => {
      await house.links('sam', 'Co');
      await house.wallet.unlink('mia', cold, 'here');
      await house.links('max', 'Co');
      await house.clock.advance(takeoverDelayMs);
      await house.wallet.sweep();
      expect([await house.addresses('sam'), await house.addresses('max')]).toEqual([[], [cold]]);
      expect(await house.kinds('sam')).toContain('takeover_refused');
    });

    it('adds it behind the wallet the new member uses', async () => {
      await house.links('sam', 'Hot');
      await house.links('sam', 'Co');
      await house.clock.advance(takeoverDelayMs);
      await house.wallet.sweep();
      expect(await house.addresses('sam')).toEqual([addressOf('Hot'), cold]);
    });

    it('keeps the pending session sealed', async () => {
      await house.links('sam', 'Co');
      const [row] = await house.db.all<{ jar: Buffer }>('SELECT jar FROM takeover');
      expect(row?.jar.includes(`${cold}-2`)).toBe(false);
      expect(row?.jar.length).toBeGreaterThan(`${cold}-2`.length);
    });
  });

  async function waiting(member: string) {
    const [first] = (await house.wallet.list(member)).waiting;
    if (!first) throw new Error('nothing waits');
    return first;
  }
});
