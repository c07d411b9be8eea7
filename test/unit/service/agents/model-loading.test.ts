import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const imported = /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm;

/** The packages that a file loads with its static imports. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  seen.add(file);
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
    const next = resolve(file, '..', from.replace(/\.js$/, '.ts'));
    if (!from.startsWith('.')) packages.add(from);
    else if (!seen.has(next)) for (const name of packagesOf(next, seen)) packages.add(name);
  }
  return packages;
}

it('the libraries of language models are loaded only where a model is set', () => {
  const agents = resolve(import.meta.dirname, '../../../../src/service/agents');
  const libraries = ['openai', '@anthropic-ai/sdk', '@modelcontextprotocol/client'];
  const loadedBy = (file: string) => {
    const packages = packagesOf(resolve(agents, file));
    return libraries.filter((name) => packages.has(name));
  };
  expect(loadedBy('../features.ts')).toEqual([]);
  expect(loadedBy('wording/rewrite.ts')).toContain('openai');
});
