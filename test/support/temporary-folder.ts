import { mkdirSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

/** The folder for everything that the tests of this run write; in memory it would stay there until the next start. */
export default function setup({ config }: TestProject): (() => void) | undefined {
  const folder = config.env.TMPDIR;
  if (!folder) return undefined;
  mkdirSync(folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
