import { SetupError } from '../../base/errors.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { createProviders, type Provider, type ProviderId } from '../../service/rig/providers/index.js';
import { providersOf } from '../../settings.js';
import { type DoctorCheck, timeoutMs } from './check.js';

/** The variables behind each provider, for the operator who has to correct one. */
const variables: Record<ProviderId, string> = {
  meshy: 'MESHY_API_KEY, MESHY_URL',
  tripo: 'TRIPO_API_KEY, TRIPO_URL',
  fal: 'FAL_KEY, FAL_URL',
  replicate: 'REPLICATE_API_TOKEN, REPLICATE_URL',
  gpu: 'GPU_SERVER_URL, GPU_SERVER_KEY',
  comfyui: 'COMFYUI_URL, COMFYUI_KEY',
  hunyuan: 'HUNYUAN_URL, HUNYUAN_KEY',
};

/** Asks each configured provider something that costs nothing. An invalid file of the catalog fails one check. */
export function providerChecks(config: Config, catalogDir: string, t: Translate): DoctorCheck[] {
  let providers: Provider[];
  try {
    providers = createProviders(providersOf(config), catalogDir);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const [name, fix] = [t('cli.doctor.catalog.name'), t('cli.doctor.catalog.fix')];
    return [{ name, look: () => Promise.reject(error), fix }];
  }
  return providers.map(({ id, check }) => ({
    name: t('cli.doctor.provider.name', { id }),
    async look() {
      const balance = await check(AbortSignal.timeout(timeoutMs));
      return balance === null
        ? t('cli.doctor.provider.answers')
        : t('cli.doctor.provider.balance', { balance });
    },
    fix: t('cli.doctor.provider.fix', { variables: variables[id] }),
  }));
}
