import { watchPoints } from '../../chain/watcher.js';

/**
 * Points where a process can crash half-way: around every durable step between money on the chain and credits in
 * the ledger. Points named `in_…` lie inside a transaction.
 */
export const crashPoints = [
  ...watchPoints,
  'create.in_reserved',
  'create.committed',
  'confirm.claimed',
  'confirm.looked_up',
  'look_up.read',
  'settle.in_kept',
  'settle.in_credited',
  'settle.in_moved',
  'settle.committed',
  'settle.announced',
  'drop.in_deleted',
  'review.in_kept',
  'review.in_decided',
  'sweep.listed',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** Called at each point; a fault campaign throws or kills the process there. */
export type Crash = (point: CrashPoint) => void;

export const noCrash: Crash = () => undefined;
