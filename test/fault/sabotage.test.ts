import { expect, it } from 'vitest';
import { clusterSabotages, judgeControl, replacing } from './cluster/sabotage.js';

it('a deliberate defect keeps the length of a message, and names what was never sent', () => {
  const { change, unseen } = replacing({ 'FOR UPDATE SKIP LOCKED': '', 'AND lease IS NULL': 'AND true' });
  const message = Buffer.from('SELECT 1 LIMIT 1 FOR UPDATE SKIP LOCKED\0and more');
  const changed = change(message);
  expect(changed.toString()).toBe(`SELECT 1 LIMIT 1 ${' '.repeat(22)}\0and more`);
  expect(change(changed)).toBe(changed);
  expect(unseen()).toEqual(['AND lease IS NULL']);
});

it('a control proves something only by the damage of its own defect', () => {
  const late = 'the payment of x was never credited';
  const lost = '3 of 90 committed rows were read and are gone: intent a of 1';
  const sabotage = clusterSabotages['sync-commit']!;
  expect(judgeControl(sabotage, { problems: [late, lost], unmade: [] })).toEqual([]);
  expect(judgeControl(sabotage, { problems: [late], unmade: [] })).toEqual([
    `the storm does not find a cluster that answers before PostgreSQL has written, only: ${late}`,
  ]);
  expect(judgeControl(sabotage, { problems: [lost], unmade: ['BEGIN'] })).toEqual([
    'a cluster that answers before PostgreSQL has written was not made: no process sends “BEGIN”',
  ]);
});
