import { expect, test } from 'vitest';
import { pickNext, type Unread } from '../../../src/chain/backlog.js';

const unread = (count: number, tries: (index: number) => number = () => 0): Unread[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: `${index}`,
    slot: index,
    failed: false,
    blockTime: null,
    commitment: 'finalized',
    accounts: ['merchant'],
    tries: tries(index),
  }));
const pick = (...order: Parameters<typeof pickNext>) => pickNext(...order).map(({ signature }) => signature);

test('everything is read when it fits, transactions that could not be served before at the end', () => {
  expect(
    pick(
      unread(4, (index) => (index === 1 ? 3 : 0)),
      4,
      new Set(),
    ),
  ).toEqual(['0', '2', '3', '1']);
});

test('preferred transactions come first, then newest and oldest alternate', () => {
  expect(pick(unread(100), 6, new Set(['50']))).toEqual(['50', '99', '0', '98', '1', '97']);
});

test('a flood of preferred transactions takes half at most', () => {
  const all = new Set(unread(100).map(({ signature }) => signature));
  expect(pick(unread(100), 4, all)).toEqual(['0', '1', '99', '2']);
});

test('a transaction that no node could serve gets a turn, so that it neither blocks nor is forgotten', () => {
  const stuck = unread(100, (index) => (index < 50 ? 9 - (index % 2) : 0));
  expect(pick(stuck, 6, new Set())).toEqual(['99', '50', '1', '98', '51', '3']);
});
