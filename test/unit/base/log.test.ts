import { Writable } from 'node:stream';
import { DiscordAPIError } from 'discord.js';
import { expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.js';
import { createLog } from '../../../src/base/log.js';

function logged(fields: object): string {
  const lines: string[] = [];
  const listening = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
  createLog('info', { destination: listening }).info(fields, 'heard');
  expect(lines).toHaveLength(1);
  return lines.join('');
}

it('a log line hides values with secret names, at the top and two levels down', () => {
  const names = [
    'token',
    'access_token',
    'refresh_token',
    'cookie',
    'set-cookie',
    'authorization',
    'jar',
    'sealed',
    'nonce',
    'proof',
    'link_code',
  ];
  const secrets = Object.fromEntries(names.map((name) => [name, `secret ${name}`]));
  const line = logged({ ...secrets, reply: { headers: secrets }, member: 'mia' });
  expect(line).not.toContain('secret ');
  expect(line).toContain('"member":"mia"');
});

it('a log line hides codes and signatures sent by users', () => {
  const sent = { code: 'sent code', signature: 'sent signature', state: 'sent state' };
  const line = logged({ body: sent, request: { query: sent, params: sent } });
  expect(line).not.toContain('sent ');
});

it('a log line shows an error’s code and the public signature of a transaction', () => {
  const signature = '5Tk3...public';
  const line = logged({ err: new AppError('rpc_unavailable'), signature, case: { signature, code: 'late' } });
  expect(JSON.parse(line)).toMatchObject({
    err: { code: 'rpc_unavailable' },
    signature,
    case: { signature, code: 'late' },
  });
});

it('a Discord error shows where it failed without the interaction’s token and the member’s text', () => {
  const token = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5OnRva2Vu';
  const url = `https://discord.com/api/v10/webhooks/123/${token}/messages/@original`;
  const body = { files: undefined, json: { content: 'private words' } };
  const raw = { code: 50001, message: 'Missing Access' };
  const line = logged({
    err: new DiscordAPIError(raw, 50001, 403, 'PATCH', url, { body: body.json, files: undefined } as never),
  });
  expect(line).not.toContain(token);
  expect(line).not.toContain('private words');
  expect(JSON.parse(line).err).toMatchObject({
    code: 50001,
    status: 403,
    url: 'https://discord.com/api/v10/webhooks/123/[redacted]/messages/@original',
  });
});
