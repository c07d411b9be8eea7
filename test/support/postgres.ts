import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, newest version first; null when it is not installed. */
function findPrograms(): string | null {
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const folders = versions.map((version) => join(debian, String(version), 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

export const postgresPrograms = findPrograms();
/** The title of tests that need PostgreSQL says why they are skipped. */
export const needsPostgres = postgresPrograms === null ? ' (skipped: PostgreSQL is not installed)' : '';

/** PostgreSQL refuses to run as root; Debian's package makes this user. */
const asOwner = (program: string, args: string[]): [string, string[]] =>
  userInfo().uid === 0 ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The process that writes what commits have left in memory. */
async function walWriterOf(data: string): Promise<number> {
  const [server] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const { stdout } = await run('ps', ['-o', 'pid=,args=', '--ppid', String(server)]);
  const line = stdout.split('\n').find((each) => each.includes('walwriter'));
  if (!line) throw new Error('PostgreSQL has no WAL writer.');
  return Number.parseInt(line, 10);
}

export type Cluster = {
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Drops the databases without a connection: each takes 8 MB, and the folder may be in memory. */
  dropUnused(): Promise<void>;
  /**
   * Ends the server at once, as a power cut would, and starts it again.
   * @param unwrittenMs what it has not written itself for so long before is lost: its WAL writer is stopped
   */
  crash(unwrittenMs?: number): Promise<void>;
  /** Writes a database to a file as SQL. */
  dump(url: string, file: string): Promise<void>;
  stop(): Promise<void>;
};

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database AS d WHERE datname LIKE 'test\\_%'
     AND NOT EXISTS (SELECT FROM pg_stat_activity AS a WHERE a.datname = d.datname)`,
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
}

/** Starts a PostgreSQL server of its own in a temporary folder. */
export async function startPostgres(settings: readonly string[] = []): Promise<Cluster> {
  const programs = postgresPrograms;
  if (programs === null) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (userInfo().uid === 0) await run('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const call = (name: string, ...args: string[]) =>
    run(...asOwner(join(programs, name), args), { cwd: folder });
  await call('initdb', '-D', data, '-U', 'rigsmith', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const access = join(data, 'pg_hba.conf');
  // A user for tests of passwords; all others need none.
  const guarded = 'host all guarded 127.0.0.1/32 scram-sha-256\n';
  await writeFile(access, guarded + (await readFile(access, 'utf8')));
  const port = await freePort();
  const small = ['shared_buffers=16MB', 'max_wal_size=64MB', 'wal_level=minimal', 'max_wal_senders=0'];
  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...small, ...settings];
  const options = [`-p ${port}`, ...given.map((each) => `-c ${each}`)].join(' ');
  const control = (...args: string[]) =>
    // `pg_ctl` leaves the server with its own output, so that this process does not wait for it.
    new Promise<void>((resolve, reject) => {
      const [program, list] = asOwner(join(programs, 'pg_ctl'), ['-D', data, '-w', '-s', ...args]);
      spawn(program, list, { cwd: folder, stdio: 'ignore' })
        .on('error', reject)
        .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`pg_ctl ended with ${code}.`))));
    });
  const start = () => control('-l', join(folder, 'log'), '-o', options, 'start');
  await start();
  // Ends the server with this process, however that ends: its standard input closes then.
  const [program, list] = asOwner(join(programs, 'pg_ctl'), ['-D', data, '-s', '-m', 'immediate', 'stop']);
  const guard = spawn('sh', ['-c', `cat >/dev/null; "$@"; rm -rf "$FOLDER"`, 'sh', program, ...list], {
    cwd: folder,
    env: { ...process.env, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  let count = 0;
  const urlOf = (name: string) => `postgres://rigsmith@127.0.0.1:${port}/${name}`;
  return {
    async createDatabase() {
      count += 1;
      const name = `test_${count}`;
      await connected(urlOf('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
      return urlOf(name);
    },
    dropUnused: () => connected(urlOf('postgres'), dropUnused),
    async crash(unwrittenMs = 0) {
      if (unwrittenMs > 0) {
        const writer = await walWriterOf(data);
        process.kill(writer, 'SIGSTOP');
        await sleep(unwrittenMs);
        process.kill(writer, 'SIGKILL');
      }
      await control('-m', 'immediate', 'stop');
      await start();
    },
    async dump(url, file) {
      const { stdout } = await run(join(programs, 'pg_dump'), [url], { maxBuffer: 1e9 });
      await writeFile(file, stdout);
    },
    async stop() {
      guard.stdin.end();
      guard.ref();
      await once(guard, 'exit');
    },
  };
}
