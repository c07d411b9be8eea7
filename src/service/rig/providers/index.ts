import { createGpu, gpuMessage } from './gpu.js';
import { createProviderHttp } from './http.js';
import { createMeshy, meshyMessage } from './meshy.js';
import type { Provider } from './provider.js';
import { createTripo, tripoMessage } from './tripo.js';

export { createProviderExecutor } from './executor.js';
export type { Provider, ProviderId } from './provider.js';

/** Settings of the model providers; a provider without settings is not offered. */
export type ProviderSettings = {
  meshy?: { baseUrl: string; apiKey: string };
  tripo?: { baseUrl: string; apiKey: string };
  gpu?: { baseUrl: string; apiKey: string | null };
};

export function createProviders({ meshy, tripo, gpu }: ProviderSettings): Provider[] {
  return [
    ...(meshy ? [createMeshy(createProviderHttp({ ...meshy, messageOf: meshyMessage }))] : []),
    ...(tripo ? [createTripo(createProviderHttp({ ...tripo, messageOf: tripoMessage }))] : []),
    ...(gpu ? [createGpu(createProviderHttp({ ...gpu, messageOf: gpuMessage }), gpu)] : []),
  ];
}
