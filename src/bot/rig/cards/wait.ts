import type { Translate } from '../../../copy/translate.js';

/** `about 40 s`, or in minutes where seconds would be more exact than the estimate. */
export const waitText = (seconds: number, t: Translate): string =>
  seconds < 120
    ? t('rig.pipelines.duration', { seconds: Math.max(1, Math.ceil(seconds)) })
    : t('rig.wait.minutes', { minutes: Math.ceil(seconds / 60) });
