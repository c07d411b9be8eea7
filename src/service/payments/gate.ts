import { AppError, isAppError } from '../../base/errors.js';

export type Gate = {
  /** @throws AppError `maintenance` while the node serves another network, or as the check does */
  open(): Promise<void>;
  /** Why crediting is blocked; null while it is not. */
  problem(): string | null;
};

/** Blocks crediting until the endpoint was seen to serve the configured network. */
export function createGate(check: () => Promise<void>): Gate {
  let isOpen = false;
  let problem: string | null = null;
  return {
    problem: () => problem,
    async open() {
      if (isOpen) return;
      try {
        await check();
        isOpen = true;
        problem = null;
      } catch (error) {
        // An outage is reported once it lasted a minute, like any later one.
        const isOutage = isAppError(error, 'rpc_unavailable');
        problem = isOutage ? null : error instanceof Error ? error.message : String(error);
        if (!isAppError(error, 'invalid_request')) throw error;
        throw new AppError(
          'maintenance',
          'Purchases are closed because the Solana node serves another network. The operator needs to fix this.',
          {
            cause: error,
          },
        );
      }
    },
  };
}
