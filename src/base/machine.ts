import { AppError } from './errors.js';

/**
 * A state machine as a data table: each state with the states that may follow. A state without successors is final.
 * The table only answers questions; a store moves a row by `UPDATE … WHERE id = @id AND state = @from`.
 */
export type Machine<S extends string> = {
  readonly states: readonly S[];
  /** Whether a row in `from` may become `to`. */
  allows(from: S, to: S): boolean;
  isFinal(state: S): boolean;
  /** States from which a row may become `to`, for the WHERE of a conditional update. */
  sources(to: S): S[];
  /** Throws when the transition is not in the table, which is a bug in the code, not bad input. */
  check(from: S, to: S): void;
};

export function defineMachine<const T extends Record<string, readonly (keyof T & string)[]>>(
  table: T,
): Machine<keyof T & string> {
  type S = keyof T & string;
  const states = Object.keys(table) as S[];
  const next = (from: S): readonly string[] => table[from] ?? [];
  return {
    states,
    allows: (from, to) => next(from).includes(to),
    isFinal: (state) => next(state).length === 0,
    sources: (to) => states.filter((from) => next(from).includes(to)),
    check(from, to) {
      if (!next(from).includes(to))
        throw new AppError('internal', undefined, { cause: `no step ${from} -> ${to}` });
    },
  };
}
