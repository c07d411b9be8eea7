import type { Answer } from '../domain/interactions.js';
import type { Outcome } from '../types.js';

/** What a person is told of an answer. */
export const toOutcome = ({ choices: _choices, ...outcome }: Answer): Outcome => outcome;
