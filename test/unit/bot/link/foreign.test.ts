import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, type House, openHouse } from './house.js';

/** Linking at a service that gives a text to sign and nothing of our dialect. */

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const address = addressOf('cold');
const prove = (token: string, nonce: string) =>
  house.link.prove(token, { address, nonce, signature: '5'.repeat(88), encoding: 'raw' });

describe('a plain text', () => {
  it('is given to the wallet as it is, and proves the wallet', async () => {
    house.upstream.nonce = 'Sign in to Forge: 8f3a';
    const token = await house.start('mia');
    const challenge = await house.link.challenge(token, address);
    expect(challenge).toMatchObject({ message: 'Sign in to Forge: 8f3a', sign_in_input: null });
    const code = await prove(token, challenge.nonce);
    expect(await house.link.finish('mia', String(code))).toMatchObject({ wallets: 1 });
    expect(await house.addresses('mia')).toEqual([address]);
  });

  it('is still bound to the link it was given out for', async () => {
    house.upstream.nonce = { nonce: 'of sam' };
    const of = await house.link.challenge(await house.start('sam'), address);
    house.upstream.nonce = { nonce: 'of mia' };
    const token = await house.start('mia');
    await house.link.challenge(token, address);
    await expect(prove(token, of.nonce)).rejects.toThrow('belongs to another link');
  });

  it('that nobody can read is not given to the wallet', async () => {
    house.upstream.nonce = { nonce: 'n', message: 'ab'.repeat(300) };
    await expect(house.link.challenge(await house.start('mia'), address)).rejects.toThrow(
      'your wallet was not asked to sign it',
    );
  });
});
