import { expect, it } from 'vitest';
import { replacing } from './cluster/sabotage.js';

it('a deliberate defect keeps the length of a message, and names what was never sent', () => {
  const { change, unseen } = replacing({ 'FOR UPDATE SKIP LOCKED': '', 'AND lease IS NULL': 'AND true' });
  const message = Buffer.from('SELECT 1 LIMIT 1 FOR UPDATE SKIP LOCKED\0and more');
  const changed = change(message);
  expect(changed.toString()).toBe(`SELECT 1 LIMIT 1 ${' '.repeat(22)}\0and more`);
  expect(change(changed)).toBe(changed);
  expect(unseen()).toEqual(['AND lease IS NULL']);
});
