import type { Io } from '../io.js';

/** Checks one thing the operator can fix. `fix` is printed when `look` throws, unless it throws a `Finding`. */
export type DoctorCheck = { name: string; look: () => Promise<string> | string; fix: string };

/** A problem with its own fix. */
export class Finding extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message);
  }
}

export const timeoutMs = 5_000;

export type CheckResult = { name: string; isOk: boolean; says: string; fix: string | null };

/** Runs the checks in their order. @param told called with each result as soon as it is known */
export async function runChecks(
  checks: readonly DoctorCheck[],
  told: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await resultOf(check);
    results.push(result);
    told(result);
  }
  return results;
}

async function resultOf({ name, look, fix }: DoctorCheck): Promise<CheckResult> {
  try {
    return { name, isOk: true, says: await look(), fix: null };
  } catch (error) {
    return { name, isOk: false, says: reasonOf(error), fix: error instanceof Finding ? error.fix : fix };
  }
}

/** Prints a line for a check, with the fix below what failed. */
export const printTo =
  ({ stdout }: Pick<Io, 'stdout'>) =>
  ({ name, isOk, says, fix }: CheckResult): void =>
    void stdout.write(`${isOk ? 'ok  ' : 'FAIL'}  ${name}: ${says}\n${fix === null ? '' : `      ${fix}\n`}`);

/** The message of a failed fetch is only "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message || (cause as { code?: string }).code : undefined;
  return inner ? `${error.message} (${inner})` : error.message;
}
