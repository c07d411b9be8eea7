import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../../../src/base/log.js';

it('a log line hides what is secret by its name, at the top and two levels down', () => {
  const lines: string[] = [];
  const listening = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const names = [
    'token',
    'access_token',
    'refresh_token',
    'cookie',
    'set-cookie',
    'authorization',
    'jar',
    'nonce',
  ];
  const secrets = Object.fromEntries(names.map((name) => [name, `secret ${name}`]));
  createLog('info', listening).info({ ...secrets, reply: { headers: secrets }, member: 'mia' }, 'heard');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('secret');
  expect(lines[0]).toContain('"member":"mia"');
});
