import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portsFrom } from '../../../src/cli/ports.js';
import { ownBase } from '../../support/ports.js';
import { startPostgres } from '../../support/postgres.js';
import { startS3 } from '../../support/s3.js';
import { type Balancer, openBalancer } from './balancer.js';
import { botEnvironmentOf, portOf, type Shared, serviceEnvironment, serviceNeeds } from './environments.js';
import type { Passage } from './line.js';
import { type Kind, type Machine, openMachine } from './machine.js';
import { openRecorder, type Recorder, type Sent } from './recorder.js';
import { replacing, type Sabotage } from './sabotage.js';
import { openTown, type Town } from './town.js';

export type Size = { bots: number; services: number; workers: number; servers: number; people: number };

/** A whole installation on several processes, with PostgreSQL and S3, in a town of its own. */
export type Cluster = {
  town: Town;
  machines: readonly Machine[];
  databaseUrl: string;
  /** What the bots asked of Discord, by process. */
  sent: readonly Sent[];
  /** Processes that ended without being killed, in their own words. */
  ended: readonly string[];
  /** Statements of the deliberate defect that no process has sent. */
  unmade(): readonly string[];
  /** Ends PostgreSQL as a crash would and starts it again. */
  restartDatabase(): Promise<void>;
  /** Dumps the database to a file, to investigate a finding. */
  dump(file: string): Promise<void>;
  /** For `rigsmith reconcile`. */
  environment: Record<string, string>;
  /** Stops every process; the database stays. */
  stopMachines(): Promise<void>;
  close(): Promise<void>;
};

type Parts = {
  shared: Shared;
  folder: string;
  passages: Readonly<Record<string, Passage>>;
  sent: Sent[];
  onEnd: (said: string) => void;
  recorders: Recorder[];
};

async function openBot({ shared, folder, passages, sent, onEnd, recorders }: Parts, name: string) {
  const entrance = { discord: 0 };
  const recorder = await openRecorder({
    bot: name,
    target: shared.town.discord.api,
    addressOf: () => entrance.discord,
    note: (one) => sent.push(one),
  });
  recorders.push(recorder);
  const port = await ownBase();
  const environment = botEnvironmentOf(shared, { folder: join(folder, name), port });
  return openMachine({
    kind: 'bot',
    name,
    port,
    needs: { database: portOf(shared.databaseUrl), discord: recorder.port },
    passages,
    onEnd,
    environment(ports) {
      entrance.discord = ports.discord ?? 0;
      return environment(ports);
    },
  });
}

async function openServer(parts: Parts, kind: Kind, name: string, rigProcesses: number): Promise<Machine> {
  const { shared, folder, passages, onEnd } = parts;
  const port = await ownBase();
  return openMachine({
    kind,
    name,
    port: portsFrom(port).service,
    needs: serviceNeeds(shared),
    passages,
    onEnd,
    environment: serviceEnvironment(shared, { folder: join(folder, name), port, rigProcesses }),
  });
}

const numbered = (kind: Kind, count: number) => Array.from({ length: count }, (_, at) => `${kind}-${at + 1}`);

/** Resolves when every process runs. */
export async function openCluster(size: Size, sabotage: Sabotage = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-cluster-'));
  const closing: (() => Promise<unknown>)[] = [];
  const machines: Machine[] = [];
  const stopMachines = async () => {
    await Promise.all(machines.splice(0).map((machine) => machine.stop()));
  };
  const close = async () => {
    await stopMachines();
    for (const each of closing.reverse()) await each();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const town = await openTown(size);
    const postgres = await startPostgres(sabotage.settings);
    const s3 = await startS3();
    const [services, bots] = (await Promise.all([openBalancer(), openBalancer()])) as [Balancer, Balancer];
    const recorders: Recorder[] = [];
    closing.push(town.close, postgres.stop, s3.stop, services.close, bots.close);
    closing.push(() => Promise.all(recorders.map((one) => one.close())));
    const shared: Shared = {
      town,
      databaseUrl: await postgres.createDatabase(),
      bucket: await s3.createBucket(),
      masterKey: randomBytes(32).toString('hex'),
      serviceUrl: services.url,
      publicUrl: bots.url,
      shards: size.servers,
    };
    const ended: string[] = [];
    const replaced = { ...sabotage.circumstances, ...sabotage.replaces };
    const { change, unseen } = replacing(replaced);
    const isChanged = Object.keys(replaced).length > 0;
    const passages: Parts['passages'] = isChanged ? { database: { change } } : {};
    const parts: Parts = { shared, folder, passages, sent: [], onEnd: (said) => ended.push(said), recorders };
    // With workers, services make no rigs.
    for (const name of numbered('service', size.services))
      machines.push(await openServer(parts, 'service', name, size.workers > 0 ? 0 : 1));
    for (const name of numbered('worker', size.workers))
      machines.push(await openServer(parts, 'worker', name, 1));
    for (const name of numbered('bot', size.bots)) machines.push(await openBot(parts, name));
    for (const { kind, entrance } of machines) {
      if (kind === 'service') await services.add(entrance);
      if (kind === 'bot') await bots.add(entrance);
    }
    for (const kind of ['service', 'worker', 'bot'])
      await Promise.all(machines.filter((one) => one.kind === kind).map((one) => one.start()));
    const ports = serviceNeeds(shared);
    return {
      town,
      machines,
      databaseUrl: shared.databaseUrl,
      sent: parts.sent,
      ended,
      unmade: unseen,
      restartDatabase: () => postgres.crash(sabotage.unwrittenMs),
      dump: (file) => postgres.dump(shared.databaseUrl, file),
      environment: serviceEnvironment(shared, { folder, port: 8787, rigProcesses: 1 })(ports),
      stopMachines,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
