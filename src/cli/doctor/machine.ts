import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadDriver } from '../../base/db/driver.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { leastShare } from '../../service/storage/room.js';
import { type DoctorCheck, Finding } from './check.js';

const nodeCheck = (t: Translate): DoctorCheck => ({
  name: t('cli.doctor.node.name'),
  look() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19))
      throw new Error(t('cli.doctor.node.old', { version: process.version }));
    return process.version;
  },
  fix: t('cli.doctor.node.fix'),
});

const sqliteCheck = (t: Translate): DoctorCheck => ({
  name: 'SQLite',
  async look() {
    const Driver = await loadDriver();
    const db = new Driver(':memory:');
    const version = db.prepare('SELECT sqlite_version()').pluck().get();
    db.close();
    return String(version);
  },
  fix: t('cli.doctor.sqlite.fix'),
});

const folderCheck = (folder: string, t: Translate): DoctorCheck => ({
  name: t('cli.doctor.folder.name'),
  look() {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  },
  fix: t('cli.doctor.folder.fix'),
});

const leastFree = 300e6;

type Space = { bavail: number; blocks: number; bsize: number };

/** @throws when too little space is left for databases, their journals and the files of rigs */
export function judgeDisk({ bavail, blocks, bsize }: Space, t: Translate): string {
  const free = bavail * bsize;
  const megabytes = Math.floor(free / 1e6);
  if (free < leastFree) throw new Error(t('cli.doctor.disk.full', { megabytes }));
  if (bavail < blocks * leastShare)
    throw new Finding(t('cli.doctor.disk.scarce', { megabytes }), t('cli.doctor.disk.scarce.fix'));
  return t('cli.doctor.disk.free', { megabytes });
}

const diskCheck = (folder: string, t: Translate): DoctorCheck => ({
  name: t('cli.doctor.disk.name'),
  look: () => judgeDisk(statfsSync(folder), t),
  fix: t('cli.doctor.disk.fix'),
});

const localChainCheck = (t: Translate): DoctorCheck => ({
  name: t('cli.doctor.local_chain.name'),
  async look() {
    const { loadNative } = await import('../../playground/chain/native.js');
    loadNative();
    return t('cli.doctor.local_chain.present');
  },
  fix: t('cli.doctor.local_chain.fix'),
});

/** Checks the requirements of this machine. */
export function machineChecks(config: Config, t: Translate): DoctorCheck[] {
  const folder = resolve(config.DATA_DIR);
  const checks = [nodeCheck(t), sqliteCheck(t), folderCheck(folder, t), diskCheck(folder, t)];
  return !config.DISCORD_TOKEN && !config.SOLANA_RPC_URL ? [...checks, localChainCheck(t)] : checks;
}
