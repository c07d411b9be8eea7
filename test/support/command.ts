import { vi } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { main } from '../../src/cli/program.js';

/** Runs the command line in this process, with these variables. */
export async function command(
  args: string[],
  environment: Record<string, string> = {},
  stdin?: NodeJS.ReadableStream,
) {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (list: string[]) => ({ write: (text: string) => list.push(text) > 0 });
  const io = { stdout: to(out), stderr: to(err), ...(stdin && { stdin }) } as unknown as Io;
  for (const [name, value] of Object.entries({
    LANG: undefined,
    LC_ALL: undefined,
    DATABASE_URL: undefined,
    ...environment,
  }))
    vi.stubEnv(name, value);
  try {
    return { status: await main(args, io), stdout: out.join(''), stderr: err.join('') };
  } finally {
    vi.unstubAllEnvs();
  }
}
