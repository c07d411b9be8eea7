import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import { SetupError } from '../base/errors.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import { openBooks, openDatabaseOf } from './books.js';
import type { Io } from './io.js';
import { terminalTexts } from './texts.js';

type Sum = { count: number; bytes: number | null };

const sum = 'count(*) AS count, sum(bytes) AS bytes FROM stored_file WHERE';
const usedBy = (table: string, where = '') =>
  `EXISTS (SELECT 1 FROM file_use JOIN ${table} ON ${table}.id = file_use.used_by
    WHERE file_use.sha256 = stored_file.sha256${where})`;
const sql = {
  rigs: `SELECT ${sum} ${usedBy('generation')}`,
  uploads: `SELECT ${sum} NOT ${usedBy('generation')} AND ${usedBy('upload')}`,
  unused: `SELECT ${sum} NOT ${usedBy('generation')} AND NOT ${usedBy('upload')}`,
  /** Files that only rigs use which finished earlier. */
  old: `SELECT ${sum} ${usedBy('generation', ' AND finished_at < @before')}
    AND NOT ${usedBy('generation', ' AND (finished_at IS NULL OR finished_at >= @before)')}
    AND NOT ${usedBy('upload')}`,
  messages: `SELECT count(*) AS waiting, (SELECT count(*) FROM refused_delivery) AS refused FROM outbox`,
  /** On PostgreSQL only. */
  schema: `SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) AS bytes FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = current_schema() AND relkind = 'r'`,
};
const ages = [30, 90, 365] as const;

/** Lists what uses disk space, how much `RIG_KEEP_DAYS` would free, and the messages that wait for Discord. */
export async function runDisk(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('disk', argv);
  const t = terminalTexts();
  const config = readConfig(process.env, t);
  const folder = resolve(config.DATA_DIR);
  const service = await openBooks(config);
  const bot = await openBot(config).catch(async (error) => {
    await service.close();
    throw error;
  });
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const found: Found = {
      disk: { free: bavail * bsize, size: blocks * bsize },
      databases: Object.fromEntries([
        ...(await sizeOf('bot', bot, folder)),
        ...(await sizeOf('service', service, folder)),
      ]),
      files: await filesIn(service),
      messages: bot && (await messagesIn(bot)),
    };
    io.stdout.write(values.json ? `${JSON.stringify(found)}\n` : toText(found, t));
    return 0;
  } finally {
    await service.close();
    await bot?.close();
  }
}

async function filesIn(db: Database) {
  const read = async (text: string, params?: { before: number }) => {
    const { count, bytes } = (await db.get<Sum>(text, params)) ?? { count: 0, bytes: 0 };
    return { count, bytes: Number(bytes ?? 0) };
  };
  const now = systemClock.now();
  const freed = [];
  for (const days of ages)
    freed.push({ days, ...(await read(sql.old, { before: now - days * 86_400_000 })) });
  return {
    rigs: await read(sql.rigs),
    uploads: await read(sql.uploads),
    unused: await read(sql.unused),
    freed,
  };
}

type Messages = { waiting: number; refused: number };

/** Messages for Discord that wait, and how many of them Discord refuses. */
export const messagesIn = async (db: Database): Promise<Messages> =>
  (await db.get<Messages>(sql.messages)) ?? { waiting: 0, refused: 0 };

/** @returns null where the bot keeps its database elsewhere */
const openBot = (config: Config): Promise<Database | null> =>
  openDatabaseOf('bot', config).catch((error) => {
    if (error instanceof SetupError) return null;
    throw error;
  });

/** The name and the size of a database, bytes; a file with those that SQLite keeps beside it, or a schema. */
async function sizeOf(part: string, db: Database | null, folder: string): Promise<[string, number][]> {
  if (db?.engine === 'postgres')
    return [[part, Number((await db.get<{ bytes: number }>(sql.schema))?.bytes)]];
  const path = join(folder, `${part}.db`);
  const files = ['', '-wal', '-shm'].map((end) => path + end).filter((file) => existsSync(file));
  if (files.length === 0) return [];
  return [[`${part}.db`, files.reduce((total, file) => total + statSync(file).size, 0)]];
}

type Found = {
  disk: { free: number; size: number };
  databases: Record<string, number>;
  files: Awaited<ReturnType<typeof filesIn>>;
  messages: Messages | null;
};

function toText({ disk, databases, files, messages }: Found, t: Translate): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const percent = ((100 * disk.free) / disk.size).toFixed(0);
  const lines = [
    t('cli.disk.free', { free: megabytes(disk.free), size: megabytes(disk.size), percent }),
    ...Object.entries(databases).map(([name, bytes]) =>
      t('cli.disk.database', { name, megabytes: megabytes(bytes) }),
    ),
    ...(['rigs', 'uploads', 'unused'] as const).map((kind) =>
      t(`cli.disk.${kind}`, { count: files[kind].count, megabytes: megabytes(files[kind].bytes) }),
    ),
    ...(messages ? [t('cli.disk.messages', messages)] : []),
    ...files.freed.map(({ days, count, bytes }) =>
      t('cli.disk.freed', { days: String(days), count, megabytes: megabytes(bytes) }),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
