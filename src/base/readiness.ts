/** Says in a sentence what is wrong, or null. */
export type Check = () => Promise<string | null> | string | null;

/** What one process needs to do its work, from all its parts; the pages `/readyz` answer from it. */
export type Readiness = {
  add(check: Check): void;
  /** A sentence for each thing that is wrong. Never rejects. */
  problems(): Promise<string[]>;
};

export function createReadiness(): Readiness {
  const checks: Check[] = [];
  const ask = async (check: Check): Promise<string | null> => {
    try {
      return await check();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return {
    add: (check) => void checks.push(check),
    problems: async () => (await Promise.all(checks.map(ask))).filter((problem) => problem !== null),
  };
}

/** The answer of `/readyz`. */
export const readyReply = (problems: readonly string[]) => ({
  status: problems.length === 0 ? 200 : 503,
  body: { status: problems.length === 0 ? 'ready' : 'not_ready', problems },
});
