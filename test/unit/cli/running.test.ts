import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../../../src/base/log.js';
import { createStopSteps } from '../../../src/base/stop-steps.js';
import { limitStop, longestStopMs } from '../../../src/cli/running.js';

/** A program that was asked to stop, with a timer that the test runs. */
function stoppingProgram() {
  const said: string[] = [];
  const exits: number[] = [];
  const due: { run: () => void; ms: number }[] = [];
  const steps = createStopSteps();
  const out = new Writable({
    write(chunk, _encoding, done) {
      said.push(String(chunk));
      done();
    },
  });
  limitStop(1, {
    steps,
    log: createLog('error', { destination: out }),
    exit: (code) => void exits.push(code),
    after: (ms, run) => void due.push({ run, ms }),
  });
  return { said, exits, due, steps };
}

it('logs what is still open and exits when a stop takes too long', () => {
  const { said, exits, due, steps } = stoppingProgram();
  void steps.run('bot: gateway', () => new Promise(() => {}));
  expect(due.map(({ ms }) => ms)).toEqual([longestStopMs]);
  expect(exits).toEqual([]);
  due[0]?.run();
  expect(exits).toEqual([1]);
  expect(JSON.parse(said.join(''))).toMatchObject({
    steps: ['bot: gateway'],
    msg: expect.stringContaining('20 s'),
  });
});

it('names the open resources of a process whose steps have all ended', () => {
  const { said, due } = stoppingProgram();
  due[0]?.run();
  const line = JSON.parse(said.join('')) as { steps: string[]; resources: string[] };
  expect(line.steps).toEqual([]);
  expect(line.resources).toEqual(expect.arrayContaining([expect.any(String)]));
});
