import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { type Rig, type RigRequest, type Stage, stages } from '../../src/engine/index.js';
import type { ServiceConfig } from '../../src/service/app.js';
import type { Executor, FileRequest, JobHooks, JobOutcome } from '../../src/service/rig/executor.js';
import { createGenerationFeature, type RigOptions } from '../../src/service/rig/feature.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { grantCredits, openWorld, type Person, type World } from './http-world.js';

/** A rig that contains the given bytes, so that a test can tell rigs apart. */
export const rigOf = (glb: Uint8Array, request?: RigRequest): Rig => ({
  glb,
  preview: Buffer.from(`picture of ${Buffer.from(glb).toString('hex')}`),
  turntable: Buffer.from(`film of ${Buffer.from(glb).toString('hex')}`),
  report: {
    generator: 'test',
    version: '1',
    seed: request?.seed ?? 7,
    input: request?.kind ?? 'text',
    skeleton: 'biped',
    joints: Array.from({ length: 18 }, (_, at) => ({
      name: `joint${at}`,
      parent: at === 0 ? null : 'joint0',
      position: [0, at, 0] as [number, number, number],
    })),
    maxInfluences: 4,
    mesh: { vertices: 300, triangles: 500, materials: 2 },
    animations: [
      { name: 'idle', seconds: 2 },
      { name: 'walk', seconds: 1 },
    ],
    validation: { errors: 0, warnings: 0 },
    timings: Object.fromEntries(stages.map((stage) => [stage, 1])) as Record<Stage, number>,
    words: { understood: ['fox'], unknown: ['zorgly'], unexpressed: [] },
    height: 1.7,
  },
});

/** A worker whose jobs end when and how the test says. */
export type Workshop = Executor & {
  /** Requests received so far, each with its resolver. */
  readonly jobs: { request: RigRequest; hooks: JobHooks; end(outcome: JobOutcome): void }[];
  /** The next job, once the worker has received it. */
  taken(count: number): Promise<Workshop['jobs'][number]>;
  /** The files made from finished rigs: the clip of a film; the format, and clip or author and licence of another. */
  readonly files: string[];
};

export function createWorkshop(slots = 1): Workshop {
  const jobs: Workshop['jobs'] = [];
  const files: string[] = [];
  return {
    slots,
    jobs,
    files,
    async makeFile(request) {
      const what = nameOf(request);
      files.push(what);
      return { kind: 'file', bytes: Buffer.from(`${what} of ${Buffer.from(request.model)}`) };
    },
    run: (request, hooks) =>
      new Promise((end) => {
        if (hooks.signal.aborted) return end({ kind: 'stopped' });
        hooks.signal.addEventListener('abort', () => end({ kind: 'stopped' }));
        jobs.push({ request, hooks, end });
      }),
    stop: async () => undefined,
    taken: (count) => eventually(() => jobs[count - 1] ?? Promise.reject(new Error('not taken yet'))),
  };
}

function nameOf(request: FileRequest): string {
  if (request.kind === 'film') return request.clip;
  const { format, clip, author, license } = request;
  return format === 'vrm' ? `vrm ${author} ${license}` : [format, clip].filter(Boolean).join(' ');
}

export type RigWorld = World & {
  person(name: string): Person;
  alice: Person;
  /** A signed-in person with credits. */
  member(name: string, credits: number): Promise<Person>;
  userId(person: Person): Promise<string>;
  /** The address of the service. */
  address: string;
};

export const newFolder = () => mkdtempSync(join(tmpdir(), 'rigsmith-rig-'));
export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

export type RigWorldOptions = Partial<RigOptions> & {
  clock?: ManualClock;
  config?: Partial<ServiceConfig>;
  /** Alice's free credits; 100 when omitted. */
  welcome?: number;
};

/** For each test of a file: a service whose rigs a workshop makes. */
export function useRigWorld(options: () => RigWorldOptions = () => ({})) {
  const self = {
    async reopen(executor: Executor) {
      await self.world.close();
      self.world = await openRigWorld(self.folder, { executor, ...options() });
    },
  } as {
    folder: string;
    workshop: Workshop;
    world: RigWorld;
    /** Restarts the service with another executor. */
    reopen(executor: Executor): Promise<void>;
  };
  beforeEach(async () => {
    self.folder = newFolder();
    self.workshop = createWorkshop();
    self.world = await openRigWorld(self.folder, { executor: self.workshop, ...options() });
  });
  afterEach(async () => {
    await self.world.close();
    remove(self.folder);
  });
  return self;
}

export async function openRigWorld(folder: string, options: RigWorldOptions = {}): Promise<RigWorld> {
  const { clock = manualClock(), config, welcome = 100, ...rig } = options;
  const world = await openWorld({
    clock,
    config: {
      dbPath: join(folder, 'service.db'),
      dataDir: folder,
      masterKeys: ['ab'.repeat(32)],
      ...config,
    },
    plug: (context) => [
      createGenerationFeature(context, { executor: createWorkshop(), imageHosts: [], ...rig }),
    ],
  });
  const address = await world.listen();
  const userId = async (person: Person) => (await person.get('/api/users/me')).json().id as string;
  const member = async (name: string, credits: number) => {
    const person = world.person(name);
    await person.signIn();
    if (credits > 0)
      await grantCredits(world.context, {
        userId: await userId(person),
        credits,
        subject: `gift to ${name}`,
      });
    return person;
  };
  return { ...world, address, member, userId, alice: await member('alice', welcome) };
}

export const credits = async (person: Person) => {
  const { available, held } = (await person.get('/api/users/credits')).json();
  return { available, held };
};

export const read = async (person: Person, id: string): Promise<Generation> =>
  (await person.get(`/api/rig/generations/${id}`)).json();

/** Waits until the person's generation has that state. */
export const sees = (person: Person, id: string, status: Generation['status']): Promise<Generation> =>
  eventually(async () => {
    const generation = await read(person, id);
    if (generation.status !== status) throw new Error(`is ${generation.status}, not ${status}`);
    return generation;
  });
