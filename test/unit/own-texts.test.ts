import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOwnDocuments, readOwnText } from '../../src/own-texts.js';
import { createDocSearch } from '../../src/service/agents/docs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-texts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

it("an operator's documents are found by their heading, or by the name of their file", () => {
  write('opening-hours.txt', 'The workshop opens on Tuesdays.');
  write('rules.md', '# House rules\n\nNo dragons indoors.');
  write('notes.pdf', 'not read');
  const search = createDocSearch([readOwnDocuments(folder).join('\n\n')]);
  expect(search('opening hours', 3)[0]).toEqual({
    title: 'opening hours',
    text: 'The workshop opens on Tuesdays.',
  });
  expect(search('dragons indoors', 3)[0]?.title).toBe('House rules');
  expect(search('not read', 3)).toEqual([]);
});

it('a folder or file that cannot be read, or is too long, is named with its variable', () => {
  expect(() => readOwnDocuments(join(folder, 'none'))).toThrow(
    /AGENT_DOCS: .*none cannot be read \(ENOENT\)/,
  );
  expect(() => readOwnText(join(folder, 'none.md'), 'AGENT_PROMPT_FILE')).toThrow(
    /AGENT_PROMPT_FILE: .*ENOENT/,
  );
  write('long.md', 'x'.repeat(8_001));
  expect(() => readOwnText(join(folder, 'long.md'), 'AGENT_PROMPT_FILE')).toThrow(/under 8000/);
  write('huge.md', 'x'.repeat(400_001));
  expect(() => readOwnDocuments(folder)).toThrow(/keep it under 400000/);
});
