import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { engineProcess, flagsFor } from '../../../../src/service/rig/engine-process.js';

test('this Node.js starts with the flags of the processes that make rigs', () => {
  const { status, stderr } = spawnSync(process.execPath, [...engineProcess.execArgv, '--eval', '0']);
  expect([status, stderr.toString()]).toEqual([0, '']);
});

test('the flags are those that this V8 knows, and none for a V8 that was not measured', () => {
  expect(flagsFor('11.3.244.8-node.33')).toContain('--interrupt-budget=200000');
  expect(flagsFor('12.4.254.21-node.35')).toEqual(['--max-inlined-bytecode-size-cumulative=300']);
  expect(flagsFor('13.6.233.17-node.28')).toEqual([]);
  expect(flagsFor('99.1')).toEqual([]);
});
