import { createLog } from '../../../src/base/log.js';
import type { RigRequest } from '../../../src/engine/index.js';
import type { Executor, JobOutcome } from '../../../src/service/rig/executor.js';
import {
  createProviderExecutor,
  createProviders,
  type ProviderSettings,
} from '../../../src/service/rig/providers/index.js';
import type { ShapeRequest } from '../../../src/service/rig/providers/provider.js';
import { rigOf } from '../../service/rig-world.js';
import { manualClock } from '../clock.js';

export const key = 'msy-secret-key';
export const model = Buffer.from('glTF the shape a provider made');
export const png = Buffer.from('\x89PNG\r\n\x1a\n and a picture', 'latin1');
export const text: ShapeRequest = { kind: 'text', prompt: 'a knight', seed: 5 };
export const image: ShapeRequest = { kind: 'image', image: png, seed: 5 };
export const frontAndBack = {
  kind: 'images',
  images: [
    { bytes: png, view: 'back' },
    { bytes: png, view: 'front' },
  ],
} satisfies ShapeRequest;

/** Jobs at one provider, and what they left behind. */
export function openRuns() {
  const rigged: RigRequest[] = [];
  const kept: string[] = [];
  const fractions: number[] = [];
  let logged = '';
  const engine: Executor = {
    slots: 1,
    stop: async () => undefined,
    async run(request) {
      rigged.push(request);
      const { report, ...rig } = rigOf(model);
      return { kind: 'made', rig: { ...rig, report: { ...report, alternative: 'quadruped' } } };
    },
  };
  return {
    /** What the engine was asked to rig. */
    rigged,
    /** The provider's tasks, as they were stored. */
    kept,
    /** The progress that was reported. */
    fractions,
    get logged() {
      return logged;
    },
    /** One process of the service. @param begun what the process before it stored */
    async live(
      settings: ProviderSettings,
      request: ShapeRequest,
      options: {
        begun?: string | null;
        diesWhenStoring?: RegExp;
        signal?: AbortSignal;
        catalogDir?: string;
      } = {},
    ): Promise<JobOutcome> {
      const { begun = null, diesWhenStoring, catalogDir = 'data/catalog' } = options;
      const { signal = new AbortController().signal } = options;
      const clock = manualClock();
      const [provider] = createProviders(settings, catalogDir);
      const destination = { write: (line: string) => (logged += line) } as unknown as NodeJS.WritableStream;
      const log = createLog('debug', { destination });
      const executor = createProviderExecutor({ provider: provider!, engine, clock, log });
      const keep = async (task: string) => {
        if (diesWhenStoring?.test(task)) throw new Error('killed');
        kept.push(task);
      };
      const onStage = (_: string, fraction: number) => void fractions.push(fraction);
      const running = executor.run(request, { onStage, signal, remote: { key: 'g1', begun, keep } });
      let ended = false;
      const outcome = running.finally(() => {
        ended = true;
      });
      outcome.catch(() => undefined);
      while (!ended) await clock.advance(1_000);
      return outcome;
    },
  };
}
export type Runs = ReturnType<typeof openRuns>;
