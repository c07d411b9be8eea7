import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { checkBlender } from '../../service/rig/blender.js';
import type { DoctorCheck } from './check.js';

/** Whether members can download FBX: with the configured Blender, or with one that only waits to be configured. */
export const blenderCheck = ({ BLENDER }: Pick<Config, 'BLENDER'>, t: Translate): DoctorCheck => ({
  name: 'Blender',
  async look() {
    if (BLENDER !== undefined) {
      await checkBlender(BLENDER);
      return t('cli.doctor.blender.configured');
    }
    const isInstalled = await checkBlender('blender').then(
      () => true,
      () => false,
    );
    return isInstalled ? t('cli.doctor.blender.installed') : t('cli.doctor.blender.absent');
  },
  fix: t('cli.doctor.blender.fix'),
});
