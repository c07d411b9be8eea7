import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config.js';
import type { DoctorCheck } from './check.js';

const nodeCheck: DoctorCheck = {
  name: 'Node.js',
  look() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19)) throw new Error(`is ${process.version}`);
    return process.version;
  },
  fix: 'Install Node.js 20.19 or newer.',
};

const sqliteCheck: DoctorCheck = {
  name: 'SQLite',
  async look() {
    const { default: Driver } = await import('better-sqlite3');
    const db = new Driver(':memory:');
    const version = db.prepare('SELECT sqlite_version()').pluck().get();
    db.close();
    return String(version);
  },
  fix: 'Run `npm rebuild better-sqlite3`.',
};

const folderCheck = (folder: string): DoctorCheck => ({
  name: 'Data folder',
  look() {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  },
  fix: 'Change the owner of the folder, or set DATA_DIR.',
});

const leastFree = 300 * 1024 * 1024;
const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MB free`;

/** @throws when too little space is left for databases, their journals and the files of rigs */
export function judgeDisk({ bavail, bsize }: { bavail: number; bsize: number }): string {
  const free = bavail * bsize;
  if (free < leastFree) throw new Error(`only ${inMegabytes(free)}`);
  return inMegabytes(free);
}

const diskCheck = (folder: string): DoctorCheck => ({
  name: 'Disk',
  look: () => judgeDisk(statfsSync(folder)),
  fix: 'Free at least 300 MB there, or set DATA_DIR to another disk: payments cannot be recorded on a full disk.',
});

const localChainCheck: DoctorCheck = {
  name: 'Local Solana machine',
  async look() {
    const { loadNative } = await import('../../playground/chain/native.js');
    loadNative();
    return 'present';
  },
  fix: 'Run `npm ci` without --omit=optional, or set SOLANA_RPC_URL.',
};

/** Checks the requirements of this machine. */
export function machineChecks(config: Config): DoctorCheck[] {
  const folder = resolve(config.DATA_DIR);
  const checks = [nodeCheck, sqliteCheck, folderCheck(folder), diskCheck(folder)];
  return !config.DISCORD_TOKEN && !config.SOLANA_RPC_URL ? [...checks, localChainCheck] : checks;
}
