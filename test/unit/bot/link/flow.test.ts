import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostWallets } from '../../../../src/bot/link/proofs.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { queued } from '../../../support/outbox.js';
import { addressOf, type House, hours, openHouse } from './house.js';

onEveryEngine((openDatabase) => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse({ openDatabase });
  });
  afterEach(() => house.close());

  const minutes = hours / 60;
  const wrongFor = (code: string) => (code === '123-456' ? '654-321' : '123-456');

  const wrongCode = (left: number) => ({ reason: { key: 'link.error.wrong_code', values: { left } } });

  describe('the code of the page', () => {
    it('is accepted from the member who started, in any notation', async () => {
      const code = await house.sign(await house.start('mia'), 'Co');
      const finished = await house.link.finish('mia', ` ${code.replace('-', ' ')} `);
      expect(finished).toMatchObject({ wallet: { address: addressOf('Co'), isPrimary: true }, wallets: 1 });
      expect(await house.kinds('mia')).toEqual(['linked']);
    });

    it('typed by another member links nothing for either of them', async () => {
      const code = await house.sign(await house.start('mia'), 'Co');
      await expect(house.link.finish('sam', code)).rejects.toThrow('link.error.none_open');
      await house.start('sam');
      await expect(house.link.finish('sam', code)).rejects.toThrow('link.error.not_signed');
      expect([await house.addresses('mia'), await house.addresses('sam')]).toEqual([[], []]);
    });

    it('of a victim who signed the attacker’s link is useless to the attacker, and the reverse', async () => {
      const attack = await house.sign(await house.start('attacker'), 'Victim');
      const own = await house.sign(await house.start('victim'), 'Victim');
      await expect(house.link.finish('attacker', wrongFor(attack))).rejects.toMatchObject(wrongCode(2));
      if (own !== attack)
        await expect(house.link.finish('victim', attack)).rejects.toMatchObject(wrongCode(2));
      expect([await house.addresses('attacker'), await house.addresses('victim')]).toEqual([[], []]);
    });

    it('expires after ten minutes, with its link', async () => {
      const token = await house.start('mia');
      const code = await house.sign(token, 'Co');
      await house.clock.advance(10 * minutes);
      await expect(house.link.finish('mia', code)).rejects.toThrow('link.error.none_open');
      await expect(house.sign(token, 'Co')).rejects.toThrow('link.error.expired');
      expect(await house.addresses('mia')).toEqual([]);
    });

    it('has three tries; the right code as the fourth is refused and the session ended', async () => {
      const code = await house.sign(await house.start('mia'), 'Co');
      for (const left of [2, 1])
        await expect(house.link.finish('mia', wrongFor(code))).rejects.toMatchObject(wrongCode(left));
      for (const key of ['link.error.no_attempts', 'link.error.none_open'])
        await expect(house.link.finish('mia', wrongFor(code))).rejects.toThrow(key);
      await expect(house.link.finish('mia', code)).rejects.toThrow('link.error.none_open');
      expect(house.upstream.ended).toEqual(house.upstream.opened);
      expect(await house.addresses('mia')).toEqual([]);
    });

    it('works once, also when it is sent twice at the same time', async () => {
      const code = await house.sign(await house.start('mia'), 'Co');
      const both = await Promise.allSettled([house.link.finish('mia', code), house.link.finish('mia', code)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      // The second request finds the attempt redeemed, or no open one if it came later.
      expect(refused.reason.message).toMatch(/link\.error\.(gone|none_open)/);
      expect(await house.addresses('mia')).toEqual([addressOf('Co')]);
      expect(await house.kinds('mia')).toEqual(['linked']);
    });
  });

  describe('the text a wallet shows', () => {
    it('names the requester, and no name can imitate the sentence around it', async () => {
      const member = { id: '42', name: 'mia (700). All is well.' };
      const { url } = await house.link.start(
        member,
        'Home. Signed by mia (700) "\u202eforge". End.',
        'en-US',
      );
      await house.link.challenge(new URL(url).hash.slice(1), addressOf('Co'));
      expect(house.upstream.statements).toEqual([
        'Link this wallet to Discord user mia 700 All is well (42) in Home Signed by mia 700 ?forge End. ' +
          'This is not a transaction and it is free.',
      ]);
    });
  });

  describe('a proof', () => {
    const challenge = async (token: string, name: string) => {
      const address = addressOf(name);
      return { address, nonce: (await house.link.challenge(token, address)).nonce };
    };
    const signed = { signature: 's', encoding: 'siws' } as const;

    it('is accepted only for a text of this very link, though the service would accept any', async () => {
      const attack = await house.start('attacker');
      await challenge(attack, 'Victim');
      const own = await challenge(await house.start('victim'), 'Victim');
      await expect(house.link.prove(attack, { ...own, ...signed })).rejects.toThrow(
        'link.error.foreign_message',
      );
      await expect(
        house.link.prove(attack, { address: own.address, nonce: 'madeAtTheService', ...signed }),
      ).rejects.toThrow('link.error.foreign_message');
      expect(house.upstream.opened).toEqual([]);
    });

    it('of any text of the link is accepted, so that the member may try another way first', async () => {
      const token = await house.start('mia');
      const first = await challenge(token, 'Co');
      await challenge(token, 'Hot');
      expect(await house.link.prove(token, { ...first, ...signed })).toMatch(/^\d{3}-\d{3}$/);
    });

    it('submitted twice at once is verified once', async () => {
      const token = await house.start('mia');
      const proof = { ...(await challenge(token, 'Co')), ...signed };
      const all = await Promise.allSettled([1, 2, 3].map(() => house.link.prove(token, proof)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(house.upstream.opened).toHaveLength(1);
    });

    it('without its code leaves no session at the service, whether it expires or a newer link replaces it', async () => {
      await house.sign(await house.start('mia'), 'Co');
      await house.link.sweep();
      expect(house.upstream.ended).toEqual([]);
      await house.start('mia');
      await house.link.sweep();
      expect(house.upstream.ended).toEqual([`${addressOf('Co')}-1`]);

      await house.sign(await house.start('sam'), 'Hot');
      await house.clock.advance(10 * minutes);
      await house.link.sweep();
      await house.link.sweep();
      expect(house.upstream.ended).toEqual([`${addressOf('Co')}-1`, `${addressOf('Hot')}-2`]);
      expect(await house.count('link_attempt', 'jar IS NOT NULL')).toBe(0);
    });

    it('of a cancelled link leaves no session and no code, and affects no other link', async () => {
      const code = await house.sign(await house.start('mia'), 'Co');
      const others = await house.sign(await house.start('sam'), 'Hot');
      await house.link.cancel('mia');
      await house.link.cancel('mia');
      expect(house.upstream.ended).toEqual([`${addressOf('Co')}-1`]);
      await expect(house.link.finish('mia', code)).rejects.toThrow('link.error.none_open');
      expect(await house.link.finish('sam', others)).toHaveProperty('wallet');
    });

    it('is deleted after thirty days', async () => {
      await house.links('mia', 'Co');
      await house.clock.advance(30 * 24 * hours);
      await house.link.sweep();
      expect(await house.count('link_attempt')).toBe(1);
      await house.clock.advance(11 * minutes);
      await house.link.sweep();
      expect(await house.count('link_attempt')).toBe(0);
      expect(await house.count('link_challenge')).toBe(0);
    });
  });

  describe('the rate limit of a member', () => {
    it('is twenty links in ten minutes; others are not affected', async () => {
      for (let link = 0; link < 20; link += 1) await house.start('sam');
      await expect(house.start('sam')).rejects.toMatchObject({ code: 'rate_limited' });
      await house.start('mia');
      await house.clock.advance(10 * minutes);
      await house.start('sam');
    });

    it("is lower than the service's limit of a wallet, so that no member locks a wallet out", async () => {
      const ask = async () => house.link.challenge(await house.start('sam'), addressOf('Co'));
      for (let time = 0; time < 12; time += 1) await ask();
      await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
      await house.link.challenge(await house.start('mia'), addressOf('Co'));
    });
  });

  describe('several wallets', () => {
    const linkTwo = async () => {
      await house.links('mia', 'Co');
      await house.clock.advance(1);
      return house.links('mia', 'Hot');
    };

    it('keep the first as primary until another is chosen, which ends talks of the old one', async () => {
      expect(await linkTwo()).toMatchObject({ wallet: { isPrimary: false }, wallets: 2 });
      expect(await house.sessions.walletOf('mia')).toMatchObject({ address: addressOf('Co') });
      expect(await house.wallet.use('mia', addressOf('Hot'))).toMatchObject({ isPrimary: true });
      expect(house.told.changed).toEqual(['mia']);
      await house.wallet.use('mia', addressOf('Hot'));
      expect(house.told.changed).toEqual(['mia']);
    });

    it('replace a signed-out primary with a new one, unless the old one has open work', async () => {
      await house.links('mia', 'Co');
      await house.wallet.logout('mia', null, 'here');
      house.busy.add('mia');
      await house.links('mia', 'Hot');
      expect(await house.addresses('mia')).toEqual([addressOf('Co'), addressOf('Hot')]);
      house.busy.clear();
      await house.links('mia', 'New');
      expect((await house.addresses('mia'))[0]).toBe(addressOf('New'));
    });

    it('let the primary be replaced only without open work; others and signing out always work', async () => {
      await linkTwo();
      house.busy.add('mia');
      await expect(house.wallet.use('mia', addressOf('Hot'))).rejects.toThrow('purchase.error.open');
      await expect(house.wallet.unlink('mia', null, 'here')).rejects.toThrow('purchase.error.open');
      expect(await house.addresses('mia')).toEqual([addressOf('Co'), addressOf('Hot')]);
      await house.wallet.unlink('mia', addressOf('Hot'), 'here');
      await house.wallet.logout('mia', null, 'here');
      expect(await house.sessions.walletsOf('mia')).toMatchObject([{ ended: 'logged_out' }]);
      expect(house.told).toEqual({ changed: [], lost: [] });
      await house.wallet.unlink('mia', null, 'here');
      expect(house.told).toEqual({ changed: ['mia'], lost: ['mia'] });
    });

    it('are five at most, including wallets that wait for a takeover', async () => {
      await house.links('sam', 'Sams');
      for (let index = 1; index < mostWallets; index += 1) await house.links('mia', `Mine${index}`);
      await house.links('mia', 'Sams');
      await expect(house.links('mia', 'More')).rejects.toMatchObject({
        reason: { key: 'link.error.too_many', values: { wallets: 5 } },
      });
      expect(await house.links('mia', 'Mine1')).toMatchObject({ wallets: 4 });
    });

    it("are found by address or label, and never by another member's", async () => {
      await linkTwo();
      await house.links('sam', 'Sams');
      await house.wallet.label('mia', addressOf('Hot'), 'Ledger');
      expect(await house.wallet.use('mia', ' ledger ')).toMatchObject({ address: addressOf('Hot') });
      const sams = addressOf('Sams');
      const none = 'wallet.error.not_yours';
      for (const named of [sams, '', 'nonsense', "'; DROP TABLE wallet; --"]) {
        await expect(house.wallet.use('mia', named)).rejects.toThrow(none);
        await expect(house.wallet.label('mia', named, 'x')).rejects.toThrow(none);
        await expect(house.wallet.unlink('mia', named, 'everywhere')).rejects.toThrow(none);
        await expect(house.wallet.logout('mia', named, 'everywhere')).rejects.toThrow(none);
        await expect(house.wallet.endSession('mia', named, 'others')).rejects.toThrow(none);
      }
      expect(await house.sessions.walletsOf('sam')).toMatchObject([
        { address: sams, label: null, ended: null },
      ]);
    });

    it.each(['two\nlines', 'x\u0000', '\u202eright to left', 'x'.repeat(33)])(
      'cannot be labelled %j',
      async (label) => {
        await linkTwo();
        await expect(house.wallet.label('mia', addressOf('Co'), label)).rejects.toThrow('wallet.error.name');
        expect((await house.sessions.walletsOf('mia')).map((one) => one.label)).toEqual([null, null]);
      },
    );

    it('can be signed out and unlinked repeatedly', async () => {
      await house.links('mia', 'Co');
      await house.wallet.logout('mia', null, 'everywhere');
      await house.wallet.logout('mia', null, 'here');
      const out = 'wallet.error.signed_out';
      await expect(house.wallet.logout('mia', null, 'everywhere')).rejects.toThrow(out);
      await expect(house.wallet.unlink('mia', null, 'everywhere')).rejects.toThrow(out);
      expect(await house.kinds('mia')).toEqual(['linked', 'logged_out_everywhere']);
      expect(await house.wallet.unlink('mia', null, 'here')).toMatchObject({ address: addressOf('Co') });
      expect(await house.wallet.unlink('mia', null, 'everywhere')).toBeNull();
      await expect(house.wallet.logout('mia', null, 'here')).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    });
  });

  describe('notices', () => {
    const due = async () => (await queued(house.db)).map(({ subject }) => subject);

    it('are sent once by direct message, or once below an answer when those are closed', async () => {
      await house.links('mia', 'Co');
      await house.links('mia', 'Hot');
      const [first = '', second = ''] = await due();
      expect(await house.notices.find(first)).toMatchObject({ memberId: 'mia', kind: 'linked' });
      await house.notices.noteNotified(first);
      await house.notices.notePending(second);
      expect(await house.notices.find(first)).toBeNull();
      expect(await house.notices.pendingOf('sam')).toEqual([]);
      expect(await house.notices.pendingOf('mia')).toMatchObject([{ id: second, address: addressOf('Hot') }]);
      await house.notices.noteNotified(second);
      await house.notices.noteNotified(second);
      expect(await house.notices.pendingOf('mia')).toEqual([]);
    });

    it('report a session that ended because a used token came back, once each', async () => {
      await house.links('mia', 'Co');
      const vault = house.sessionStores.vaults.vaultOf('mia', addressOf('Co'));
      const reuse = async () => {
        const kept = await vault.load();
        if (!kept?.jar) throw new Error('no session');
        await vault.end(kept.version, 'reused');
        await house.wallet.sweep();
        await house.wallet.sweep();
      };
      await reuse();
      expect(await house.kinds('mia')).toEqual(['linked', 'reused']);
      await house.clock.advance(1);
      await house.links('mia', 'Co');
      await house.clock.advance(1);
      await reuse();
      expect(await house.kinds('mia')).toEqual(['linked', 'reused', 'reused']);
    });
  });
});
