import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, type House, openHouse } from './house.js';

/** Linking at a service that returns a text to sign, without our extensions. */

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const address = addressOf('cold');
const prove = (token: string, nonce: string) =>
  house.link.prove(token, { address, nonce, signature: '5'.repeat(88), encoding: 'raw' });

describe('a plain text', () => {
  it('is passed to the wallet unchanged, and proves the wallet', async () => {
    house.upstream.nonce = 'Sign in to Forge: 8f3a';
    const token = await house.start('mia');
    const challenge = await house.link.challenge(token, address);
    expect(challenge).toMatchObject({ message: 'Sign in to Forge: 8f3a', sign_in_input: null });
    const code = await prove(token, challenge.nonce);
    expect(await house.link.finish('mia', String(code))).toMatchObject({ wallets: 1 });
    expect(await house.addresses('mia')).toEqual([address]);
  });

  it('is still bound to the link it was issued for', async () => {
    house.upstream.nonce = { nonce: 'of sam' };
    const of = await house.link.challenge(await house.start('sam'), address);
    house.upstream.nonce = { nonce: 'of mia' };
    const token = await house.start('mia');
    await house.link.challenge(token, address);
    await expect(prove(token, of.nonce)).rejects.toThrow('link.error.foreign_message');
  });

  it('with unreadable characters is not passed to the wallet', async () => {
    house.upstream.nonce = { nonce: 'n', message: 'ab'.repeat(300) };
    await expect(house.link.challenge(await house.start('mia'), address)).rejects.toThrow(
      'your wallet was not asked to sign it',
    );
  });
});
