import type { InteractionResult } from '../domain/interactions.js';
import type { Outcome } from '../types.js';

/** The part of an answer that a person sees. */
export const toOutcome = ({ choices: _choices, ...outcome }: InteractionResult): Outcome => outcome;
