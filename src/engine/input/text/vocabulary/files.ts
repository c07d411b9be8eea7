/** Finds and reads the JSON files of data/vocabulary. */
import { join } from 'node:path';
import type { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

export const findVocabulary = (from: string = import.meta.dirname): string =>
  findDataFile(from, 'vocabulary');

/** @throws SetupError naming the file, and the key of its first problem */
export const readVocabularyTable = <T>(root: string, name: string, shape: z.ZodType<T>): T =>
  readTable(join(root, `${name}.json`), shape);
