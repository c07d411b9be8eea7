/** Reads the words for what is on one side of a body. */
import { z } from 'zod';
import { legRows, sideStates } from '../../../kinds.js';
import { readVocabularyTable } from './files.js';
import { meanings, wordSet } from './words.js';

export function readSides(root: string) {
  const shape = z.strictObject({
    states: meanings(z.enum(sideStates)),
    parts: z.record(z.string(), z.array(z.enum(sideStates))),
    rows: meanings(z.enum(legRows)),
    pairs: wordSet,
    single: wordSet,
    nouns: z.record(z.string(), z.string()),
  });
  const { states, parts, rows, pairs, single, nouns } = readVocabularyTable(root, 'sides', shape);
  return {
    /** Words for what one of a pair is, and its fellow is not. */
    stateWords: states,
    /** What one of a pair of parts can be, by part. */
    statesOfPart: parts,
    rowWords: rows,
    /** What is worn in pairs, of which one can be missing or different. */
    wornPairs: pairs,
    /** What is on one side of a face. */
    onOneSide: single,
    /** Words for one of a pair and what it is. */
    sideNouns: nouns,
  };
}
