import { join } from 'node:path';
import { comfyError, createComfyUi } from './comfyui.js';
import { createFal, falError } from './fal.js';
import { readForms } from './forms.js';
import { createGpu, gpuError } from './gpu.js';
import { createProviderHttp } from './http.js';
import { createHunyuan, hunyuanError } from './hunyuan.js';
import { createMeshy, meshyError } from './meshy.js';
import type { Provider } from './provider.js';
import { createReplicate, replicateError } from './replicate.js';
import { createTripo, tripoError } from './tripo.js';
import { readWorkflows } from './workflow.js';

export { createProviderExecutor } from './executor.js';
export type { Provider, ProviderId } from './provider.js';

type Hosted = { baseUrl: string; apiKey: string };
/** A machine of the operator, which needs no key on a trusted network. */
type Own = { baseUrl: string; apiKey: string | null };

/** Settings of the model providers; a provider without settings is not offered. */
export type ProviderSettings = {
  meshy?: Hosted;
  tripo?: Hosted;
  fal?: Hosted;
  replicate?: Hosted;
  gpu?: Own;
  comfyui?: Own;
  hunyuan?: Own;
};

/**
 * @param catalogDir with `providers.json` and `comfyui/`
 * @throws SetupError when a file of a configured provider is missing or invalid
 */
export function createProviders(settings: ProviderSettings, catalogDir: string): Provider[] {
  const { meshy, tripo, fal, replicate, gpu, comfyui, hunyuan } = settings;
  const forms = () => readForms(join(catalogDir, 'providers.json'));
  const made: Provider[] = [];
  if (meshy) made.push(createMeshy(createProviderHttp({ ...meshy, errorOf: meshyError })));
  if (tripo) made.push(createTripo(createProviderHttp({ ...tripo, errorOf: tripoError })));
  if (fal) {
    const http = createProviderHttp({ ...fal, scheme: 'Key', errorOf: falError });
    made.push(createFal(http, forms().fal, fal.baseUrl));
  }
  if (replicate) {
    const http = createProviderHttp({ ...replicate, errorOf: replicateError });
    made.push(createReplicate(http, forms().replicate));
  }
  if (gpu) made.push(createGpu(createProviderHttp({ ...gpu, errorOf: gpuError }), gpu.baseUrl));
  if (comfyui) {
    const http = createProviderHttp({ ...comfyui, errorOf: comfyError });
    made.push(createComfyUi(http, readWorkflows(join(catalogDir, 'comfyui')), comfyui.baseUrl));
  }
  if (hunyuan) {
    const http = createProviderHttp({ ...hunyuan, errorOf: hunyuanError });
    made.push(createHunyuan(http, forms().hunyuan));
  }
  return made;
}
