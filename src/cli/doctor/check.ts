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

/** Prints a line for each check, with the fix below what fails. @returns how many failed */
export async function runChecks(checks: readonly DoctorCheck[], { stdout }: Io): Promise<number> {
  let failed = 0;
  for (const { name, look, fix } of checks) {
    try {
      stdout.write(`ok    ${name}: ${await look()}\n`);
    } catch (error) {
      failed += 1;
      const said = error instanceof Finding ? error.fix : fix;
      stdout.write(`FAIL  ${name}: ${reasonOf(error)}\n      ${said}\n`);
    }
  }
  return failed;
}

/** The message of a failed fetch is only "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message || (cause as { code?: string }).code : undefined;
  return inner ? `${error.message} (${inner})` : error.message;
}
