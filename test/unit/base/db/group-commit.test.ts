import { expect, it } from 'vitest';
import { createGroupCommit } from '../../../../src/base/db/group-commit.js';

/** What reaches the disk, in order. */
function disk(refuses: (step: string) => boolean = () => false, now?: () => number) {
  const steps: string[] = [];
  let isOpen = true;
  const step = (name: string) => () => {
    steps.push(name);
    if (refuses(name)) throw new Error(`${name} failed`);
  };
  const groupSteps = {
    begin: (durable: boolean) => step(durable ? 'begin' : 'begin lightly')(),
    commit: step('commit'),
    rollback: step('rollback'),
    save: step('save'),
    undo: step('undo'),
    keep: step('keep'),
    isOpen: () => isOpen,
  };
  const group = createGroupCommit(groupSteps, now);
  const undo = () => {
    isOpen = false;
  };
  return { steps, group, undo };
}

it('commits requests that wait at the same time together, in order', async () => {
  const { steps, group } = disk();
  const add = (name: string) => group.add(true, async () => steps.push(name));
  await Promise.all([add('Mia'), add('Ben'), add('Olga')]);
  await add('Sam');
  const saved = ['save', 'Ben', 'keep', 'save', 'Olga', 'keep'];
  expect(steps).toEqual(['begin', 'Mia', ...saved, 'commit', 'begin', 'Sam', 'commit']);
});

it('answers no request before the commit', async () => {
  const { steps, group } = disk();
  const answered = group.add(true, async () => 'done').then((said) => steps.push(said));
  await answered;
  expect(steps).toEqual(['begin', 'commit', 'done']);
});

const fail = async () => {
  throw new Error('no coins');
};

it('undoes only the one whose work failed, and commits the rest', async () => {
  const { steps, group } = disk();
  const before = group.add(true, async () => 'kept');
  const failing = group.add(true, fail);
  const after = group.add(true, async () => 'kept as well');
  await expect(failing).rejects.toThrow('no coins');
  expect([await before, await after]).toEqual(['kept', 'kept as well']);
  expect(steps).toEqual(['begin', 'save', 'undo', 'keep', 'save', 'keep', 'commit']);
});

it('rolls back a first one that failed, and commits the rest in the next group', async () => {
  const { steps, group } = disk();
  const failing = group.add(true, fail);
  const beside = group.add(true, async () => 'kept');
  await expect(failing).rejects.toThrow('no coins');
  expect(await beside).toBe('kept');
  expect(steps).toEqual(['begin', 'rollback', 'begin', 'commit']);
});

it('tells everybody of the group when the disk refuses the commit, and goes on with the next group', async () => {
  let isFull = true;
  const { steps, group } = disk((step) => step === 'commit' && isFull);
  const both = [group.add(true, async () => 1), group.add(true, async () => 2)];
  for (const one of both) await expect(one).rejects.toThrow('commit failed');
  isFull = false;
  expect(await group.add(true, async () => 3)).toBe(3);
  expect(steps).toEqual(['begin', 'save', 'keep', 'commit', 'rollback', 'begin', 'commit']);
});

it('tells everybody who waits when the write lock is refused', async () => {
  const { group } = disk((step) => step === 'begin');
  const both = [group.add(true, async () => 1), group.add(true, async () => 2)];
  for (const one of both) await expect(one).rejects.toThrow('begin failed');
});

it('syncs a durable transaction even among light ones', async () => {
  const { steps, group } = disk();
  await Promise.all([false, true, false].map((durable) => group.add(durable, async () => undefined)));
  expect(steps).toEqual(['begin lightly', 'commit', 'begin', 'commit', 'begin lightly', 'commit']);
});

it('lets others run between groups when hundreds wait', async () => {
  const { steps, group } = disk();
  const many = Array.from({ length: 300 }, () => group.add(true, async () => undefined));
  setImmediate(() => setImmediate(() => steps.push('a request')));
  await Promise.all(many);
  expect(steps.indexOf('a request')).toBeLessThan(steps.lastIndexOf('commit'));
});

it('tells everybody of the group why the engine undid all of it, as on a full disk', async () => {
  const { steps, group, undo } = disk();
  const before = group.add(true, async () => 'written');
  const failing = group.add(true, async () => {
    undo();
    throw new Error('database or disk is full');
  });
  const after = group.add(true, async () => steps.push('after'));
  for (const one of [before, failing]) await expect(one).rejects.toThrow('disk is full');
  await after;
  expect(steps).toEqual(['begin', 'save', 'rollback', 'begin', 'after', 'commit']);
});

it('does not wait for the next turn of the event loop when a lone caller continues right after its answer', async () => {
  const { steps, group } = disk(undefined, () => 0);
  const add = () => group.add(true, async () => undefined);
  await add();
  setImmediate(() => steps.push('next turn'));
  await add();
  await add();
  expect(steps).toEqual(['begin', 'commit', 'begin', 'commit', 'begin', 'commit']);
});

it('lets others run when a lone caller has continued for a millisecond', async () => {
  let now = 0;
  const { steps, group } = disk(undefined, () => now);
  const add = () => group.add(true, async () => undefined);
  await add();
  setImmediate(() => steps.push('a request'));
  now = 1;
  await add();
  expect(steps).toEqual(['begin', 'commit', 'a request', 'begin', 'commit']);
});

it('waits for the next turn after a group of several, so that the next group is large too', async () => {
  const { steps, group } = disk(undefined, () => 0);
  const add = () => group.add(true, async () => undefined);
  await Promise.all([add(), add()]);
  steps.length = 0;
  setImmediate(() => steps.push('a request'));
  await add();
  expect(steps).toEqual(['a request', 'begin', 'commit']);
});

it('performs what a transaction begins but does not wait for after that transaction', async () => {
  const { steps, group } = disk(undefined, () => 0);
  await group.add(true, async () => undefined);
  steps.length = 0;
  let later: Promise<number> | undefined;
  await group.add(true, async () => {
    later = group.add(true, async () => steps.push('later'));
    steps.push('first');
  });
  await later;
  expect(steps).toEqual(['begin', 'first', 'save', 'later', 'keep', 'commit']);
});

it('calls beforeAnswer after the commit or rollback and before the caller goes on', async () => {
  const { steps, group } = disk();
  const end = () => steps.push('end');
  await group.add(true, async () => undefined, end);
  steps.push('answered');
  await group.add(true, fail, end).catch(() => steps.push('refused'));
  expect(steps).toEqual(['begin', 'commit', 'end', 'answered', 'begin', 'rollback', 'end', 'refused']);
});
