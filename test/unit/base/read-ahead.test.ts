import { describe, expect, it } from 'vitest';
import { readAhead } from '../../../src/base/read-ahead.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const isSmall = (item: number): boolean => item < 100;

/** Yields the items at once, and notes how far it was read and whether it was closed. */
function spring(items: readonly number[]) {
  const seen = { read: 0, isClosed: false };
  async function* source() {
    try {
      for (const item of items) {
        seen.read += 1;
        yield item;
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { source: source(), seen };
}

describe('reading ahead', () => {
  it('yields together what arrives while the consumer is busy', async () => {
    const groups: number[][] = [];
    for await (const group of readAhead(spring([1, 2, 3, 4, 5, 6, 7]).source, {
      most: 4,
      isJoined: isSmall,
    })) {
      groups.push(group);
      await nextTurn();
    }
    expect(groups.flat()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(groups.length).toBeLessThan(5);
    for (const group of groups) expect(group.length).toBeLessThanOrEqual(4);
  });

  it('waits with the source after an item that stands alone', async () => {
    const { source, seen } = spring([1, 100, 2, 3]);
    const reading = readAhead(source, { most: 10, isJoined: isSmall });
    const before: number[] = [];
    while (!before.includes(100)) before.push(...((await reading.next()).value ?? []));
    await nextTurn();
    expect([before, seen.read]).toEqual([[1, 100], 2]);
    const after: number[] = [];
    for await (const group of reading) after.push(...group);
    expect(after).toEqual([2, 3]);
  });

  it('yields the items before a failure, then fails', async () => {
    async function* failing() {
      yield 1;
      yield 2;
      throw new Error('broken');
    }
    const got: number[] = [];
    const all = async () => {
      for await (const group of readAhead(failing(), { most: 10, isJoined: isSmall })) {
        got.push(...group);
        await nextTurn();
      }
    };
    await expect(all()).rejects.toThrow('broken');
    expect(got).toEqual([1, 2]);
  });

  it('closes the source when the consumer stops early', async () => {
    const { source, seen } = spring([1, 100, 3]);
    for await (const _ of readAhead(source, { most: 1, isJoined: isSmall })) break;
    await nextTurn();
    expect(seen.isClosed).toBe(true);
    expect(seen.read).toBeLessThan(3);
  });
});
