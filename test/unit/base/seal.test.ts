import { describe, expect, it } from 'vitest';
import { SetupError } from '../../../src/base/errors.js';
import { createSeal } from '../../../src/base/seal.js';

const oldKey = '11'.repeat(32);
const newKey = Buffer.alloc(32, 7).toString('base64');

describe('a seal', () => {
  it('opens what it sealed, and only in the place it was sealed for', () => {
    const seal = createSeal([oldKey]);
    const sealed = seal.seal('the cookies', 'session/mia/jar');
    expect(seal.open(sealed, 'session/mia/jar')).toBe('the cookies');
    expect(() => seal.open(sealed, 'session/max/jar')).toThrow();
  });

  it('reveals nothing of its content, and is different every time', () => {
    const seal = createSeal([oldKey]);
    const [one, two] = [seal.seal('the cookies', 'a'), seal.seal('the cookies', 'a')];
    expect(one.includes('cookies')).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  it('refuses a value with one changed bit', () => {
    const seal = createSeal([oldKey]);
    const sealed = seal.seal('the cookies', 'a');
    for (let at = 0; at < sealed.length; at += 1) {
      const bent = Buffer.from(sealed);
      bent[at]! ^= 1;
      expect(() => seal.open(bent, 'a')).toThrow();
    }
  });

  it('opens old values after a new key was added in front, and seals with the new one', () => {
    const before = createSeal([oldKey]).seal('the cookies', 'a');
    const ring = createSeal([newKey, oldKey]);
    expect(ring.open(before, 'a')).toBe('the cookies');
    expect(() => createSeal([oldKey]).open(ring.seal('x', 'a'), 'a')).toThrow('not in the ring');
  });

  it('refuses a key of the wrong length with a sentence', () => {
    expect(() => createSeal(['abcd'])).toThrow(SetupError);
  });
});
