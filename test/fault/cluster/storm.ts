import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../schedule/dice.js';
import type { Kind, Machine } from './machine.js';

export type Blow = { at: number; machine: string; kind: 'killed' | 'paused' | 'cut off' | 'restarted' };

type ProcessBlow = Exclude<Blow['kind'], 'restarted'>;
/** A storm unlike the usual one. A kind that is named twice happens twice as often. */
export type StormChoice = {
  kinds?: readonly ProcessBlow[];
  restarts?: number;
  /** Only the holder of this lease is hit. */
  aim?: string;
  /** How many processes are hit in all. */
  most?: number;
};

const usual: readonly ProcessBlow[] = ['killed', 'killed', 'paused', 'cut off'];
const everyMs = 3_000;
const pausedMs = 30_000;

/**
 * Every three seconds something happens to a process, but never to the last one of its kind that is well; and usually
 * twice in all the database is restarted. Resolves when all are well again.
 */
export async function rage(
  options: {
    machines: readonly Machine[];
    dice: Dice;
    forMs: number;
    restartDatabase: () => Promise<void>;
    /** The process that holds a lease, as the database names it. */
    holderOf: (lease: string) => string | undefined;
    note: (blow: Blow) => void;
  } & StormChoice,
): Promise<void> {
  const { machines, dice, forMs, restartDatabase, holderOf, note } = options;
  const { kinds = usual, restarts = 2, aim, most = Number.POSITIVE_INFINITY } = options;
  const begun = Date.now();
  const restartsAt = Array.from({ length: restarts }, (_, at) => begun + ((at + 1) * forMs) / (restarts + 1));
  const under: Promise<void>[] = [];
  const isAimedAt = (one: Machine) => aim === undefined || holderOf(aim)?.endsWith(`pid ${one.pid()}`);
  const wellOf = (kind: Kind) => machines.filter((one) => one.kind === kind && one.isWell());

  while (Date.now() < begun + forMs) {
    await sleep(everyMs);
    if (restartsAt[0] !== undefined && Date.now() >= restartsAt[0]) {
      restartsAt.shift();
      note({ at: Date.now(), machine: 'database', kind: 'restarted' });
      await restartDatabase();
      continue;
    }
    const exposed = machines.filter((one) => one.isWell() && isAimedAt(one) && wellOf(one.kind).length > 1);
    if (exposed.length === 0 || kinds.length === 0 || under.length >= most) continue;
    const victim = dice.pick(exposed);
    const kind = dice.pick(kinds);
    note({ at: Date.now(), machine: victim.name, kind });
    if (kind === 'killed') under.push(victim.die(dice.int(8_000)));
    else if (kind === 'paused') under.push(victim.sleep(pausedMs));
    else under.push(victim.isolate(5_000 + dice.int(20_000)));
  }
  await Promise.all(under);
}
