import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';

/** Below this share of free space, no new work is accepted, because accepted work still has to be stored. */
export const leastShare = 0.05;
const readEveryMs = 5_000;

export type Room = {
  /** @throws AppError `maintenance` when the disk is almost full */
  check(): Promise<void>;
  /** A sentence for the operator, or null. */
  problem(): Promise<string | null>;
};

/** Free share of the disk of a folder, 0 to 1. Of the folder above it, while it does not exist. */
export async function freeShareOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeShareOf(dirname(folder));
  }
}

/** @param read the free share of the disk; cannot be read on some systems, which then count as having space */
export function createRoom({ clock, read }: { clock: Clock; read: () => Promise<number> }): Room {
  let known: { at: number; isFull: Promise<boolean> } | undefined;
  const isFull = (): Promise<boolean> => {
    const now = clock.now();
    if (!known || now - known.at >= readEveryMs || now < known.at) {
      const found = read().then(
        (share) => share < leastShare,
        () => false,
      );
      known = { at: now, isFull: found };
    }
    return known.isFull;
  };
  return {
    async check() {
      if (await isFull())
        throw new AppError(
          'maintenance',
          'There is no space for new rigs right now. Nothing was charged; please tell the operator of this bot.',
        );
    },
    problem: async () =>
      (await isFull())
        ? 'less than 5 % of the disk is free, so new rigs are refused; run "rigsmith disk" and free some space'
        : null,
  };
}
