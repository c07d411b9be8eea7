/** Returns the problem in a sentence, or null. */
export type ReadinessCheck = () => Promise<string | null> | string | null;

/** The readiness checks of every part of a process, reported by each `/readyz` page. */
export type Readiness = {
  add(check: ReadinessCheck): void;
  /** One sentence per problem. Never rejects. */
  problems(): Promise<string[]>;
};

export function createReadiness(): Readiness {
  const checks: ReadinessCheck[] = [];
  const ask = async (check: ReadinessCheck): Promise<string | null> => {
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

/** The reply of `/readyz`. */
export const readyReply = (problems: readonly string[]) => ({
  status: problems.length === 0 ? 200 : 503,
  body: { status: problems.length === 0 ? 'ready' : 'not_ready', problems },
});
