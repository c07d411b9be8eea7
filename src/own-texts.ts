import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './base/errors.js';

/** Texts that an operator writes for the agent. */

const mostPersonaChars = 8_000;
const mostFiles = 200;
const mostDocumentChars = 400_000;

const read = (path: string, variable: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(
      `${variable}: ${path} cannot be read (${code}). Check the path and its permissions.`,
    );
  }
};

/** @throws SetupError when the file cannot be read or is too long */
export function readOwnText(path: string, variable: string): string {
  const text = read(path, variable);
  if (text.length <= mostPersonaChars) return text;
  throw new SetupError(
    `${variable}: ${path} has ${text.length} characters; keep it under ${mostPersonaChars}. Put facts to look up into AGENT_DOCS.`,
  );
}

/**
 * The Markdown and text files of a folder, by name; a file without a heading gets its name as one.
 * @throws SetupError when one cannot be read, or they are too many or too long
 */
export function readOwnDocuments(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /\.(?:md|txt)$/i.test(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(
      `AGENT_DOCS: ${folder} cannot be read (${code}). It must be a folder of .md or .txt files.`,
    );
  }
  if (names.length > mostFiles)
    throw new SetupError(`AGENT_DOCS: ${folder} has ${names.length} files; keep it under ${mostFiles}.`);
  const texts = names.sort().map((name) => {
    const text = read(join(folder, name), 'AGENT_DOCS');
    return /^#{1,4} /.test(text) ? text : `# ${name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ')}\n\n${text}`;
  });
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (characters <= mostDocumentChars) return texts;
  throw new SetupError(
    `AGENT_DOCS: ${folder} has ${characters} characters; keep it under ${mostDocumentChars}.`,
  );
}
