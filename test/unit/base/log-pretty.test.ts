import { expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.js';
import { createLog, type LogLine } from '../../../src/base/log.js';
import { prettyLine, prettyLines } from '../../../src/base/log-pretty.js';

function written(isTTY: boolean): { text(): string; destination: { write(text: string): unknown } } {
  const parts: string[] = [];
  const terminal = { isTTY, write: (text: string) => parts.push(text) };
  return { text: () => parts.join(''), destination: prettyLines(terminal) };
}

it('pretty lines name the time, the level, the part and the event before the fields', () => {
  const { text, destination } = written(false);
  const log = createLog('info', { destination }).child({ part: 'bot' });
  log.warn({ case: 12, amount: '0.05 SOL' }, 'payment needs review');
  expect(text()).toMatch(
    /^\d\d:\d\d:\d\d WARN {3}bot {2}payment needs review {2}case=12 {2}amount=0.05 SOL\n$/,
  );
});

it('pretty lines show the code and the stack of an error, and hide secrets like the others', () => {
  const { text, destination } = written(false);
  createLog('info', { destination }).error(
    { err: new AppError('rpc_unavailable'), token: 'canary' },
    'failed',
  );
  expect(text()).toMatch(/ERROR {2}failed {2}token=\[redacted\] {2}.*code=rpc_unavailable/);
  expect(text()).toMatch(/\n {4}.*AppError[\s\S]*\n {4} +at /);
  expect(text()).not.toContain('canary');
});

it('only a terminal gets colours', () => {
  const line = '{"level":50,"time":0,"msg":"failed"}\n';
  expect(prettyLine(line, true)).toContain('\x1b[31mERROR\x1b[0m');
  expect(prettyLine(line, false)).not.toContain('\x1b');
});

it('warnings and errors are reported as they were written, without secrets', () => {
  const reported: LogLine[] = [];
  const log = createLog('info', {
    destination: { write: () => true },
    onProblem: (line) => reported.push(line),
  });
  log.info('all is well');
  log.child({ part: 'bot' }).warn({ token: 'canary', case: 12 }, 'payment needs review');
  expect(reported).toMatchObject([{ level: 40, msg: 'payment needs review', part: 'bot', case: 12 }]);
  expect(JSON.stringify(reported)).not.toContain('canary');
});
