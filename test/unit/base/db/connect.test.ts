import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../../../src/base/db/connect.js';
import { type Cluster, needsPostgres, postgresPrograms, startPostgres } from '../../../support/postgres.js';

const run = promisify(execFile);

describe('a PostgreSQL server that cannot be used', () => {
  it.each(['127.0.0.1:1', 'localhost:1'])('is named without its password: %s', async (host) => {
    const attempt = connectPostgres(`postgres://mia:secret@${host}/rigs`);
    await expect(attempt).rejects.toThrow(
      /^PostgreSQL at [\w.]+:1\/rigs can't be used: .*ECONNREFUSED.* Check the address, the user and the password\.$/,
    );
    await expect(attempt).rejects.not.toThrow('secret');
  });

  it('has an address that cannot be read, which is not repeated', async () => {
    const attempt = connectPostgres('postgres://mia:sec/ret#1@db.example:5432/rigs');
    await expect(attempt).rejects.toThrow(/special characters of the password as %23/);
    await expect(attempt).rejects.not.toThrow('ret#1');
  });
});

describe.skipIf(postgresPrograms === null)(`TLS to PostgreSQL${needsPostgres}`, () => {
  let cluster: Cluster;
  let database: string;
  let certificate: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tls-'));
    const key = join(folder, 'key.pem');
    certificate = join(folder, 'certificate.pem');
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=DNS:localhost'];
    await run('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
    if (userInfo().uid === 0) await run('chown', ['-R', 'postgres', folder]);
    const tls = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
    cluster = await startPostgres(['fsync=off', ...tls]);
    database = await cluster.createDatabase();
  });
  afterAll(() => cluster?.stop());

  /** Connects, and tells whether the connection is encrypted. */
  const isEncrypted = async (parameters: Record<string, string>, host = 'localhost') => {
    const url = new URL(database);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const client = await connectPostgres(url.href);
    try {
      const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0].ssl;
    } finally {
      await client.end();
    }
  };

  it('is used when the address asks for it, and `require` accepts any certificate', async () => {
    expect(await isEncrypted({})).toBe(false);
    expect(await isEncrypted({ sslmode: 'require' })).toBe(true);
  });

  it('with `verify-full` accepts only a known certificate for the name of the server', async () => {
    const known = { sslmode: 'verify-full', sslrootcert: certificate };
    expect(await isEncrypted(known)).toBe(true);
    await expect(isEncrypted({ sslmode: 'verify-full' })).rejects.toThrow('self-signed certificate');
    await expect(isEncrypted(known, '127.0.0.1')).rejects.toThrow(/can't be used: .*does not match/);
  });
});
