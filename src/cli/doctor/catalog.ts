import { resolve } from 'node:path';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { readCatalog } from '../catalog.js';
import type { DoctorCheck } from './check.js';

/** Checks the operator's own prices and pipelines as a start would. */
export function catalogCheck({ CATALOG_DIR, SERVICE_URL }: Config, t: Translate): DoctorCheck | null {
  if (CATALOG_DIR === undefined || SERVICE_URL) return null;
  return {
    name: t('cli.doctor.catalog.name'),
    look() {
      const folder = resolve(CATALOG_DIR);
      const { packs, pipelines } = readCatalog(folder, t);
      return t('cli.doctor.catalog.found', { folder, packs: packs.length, pipelines: pipelines.length });
    },
    fix: t('cli.doctor.catalog.fix'),
  };
}
