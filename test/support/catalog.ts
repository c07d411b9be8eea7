import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A copy of the catalog, as an operator makes one for their own prices. @param parent its folder */
export function copyCatalog(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'catalog-'));
  cpSync(resolve(import.meta.dirname, '../../data/catalog'), folder, { recursive: true });
  return folder;
}

/** Changes the entries of a file of a catalog. */
export function editCatalog(
  folder: string,
  name: 'packs.json' | 'pipelines.json',
  change: (entries: Record<string, unknown>[]) => void,
): void {
  const path = join(folder, name);
  const entries = JSON.parse(readFileSync(path, 'utf8'));
  change(entries);
  writeFileSync(path, JSON.stringify(entries));
}
