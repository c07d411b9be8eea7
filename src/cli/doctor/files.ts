import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { openStore } from '../backup/place.js';
import type { DoctorCheck } from './check.js';

/** Writes, reads and removes a small file where ARTIFACTS leads; null without ARTIFACTS. */
export function filesCheck(config: Config, t: Translate): DoctorCheck | null {
  const { ARTIFACTS } = config;
  if (!ARTIFACTS) return null;
  return {
    name: t('cli.doctor.files.name'),
    async look() {
      const store = await openStore(config, ARTIFACTS);
      const key = `doctor-${randomUUID()}`;
      const bytes = Buffer.from(key);
      await store.write(key, bytes);
      try {
        if ((await store.read(key))?.equals(bytes) !== true)
          throw new Error(t('cli.move-files.error.differs', { key }));
      } finally {
        await store.remove(key);
      }
      return ARTIFACTS;
    },
    fix: t('cli.doctor.files.fix'),
  };
}
