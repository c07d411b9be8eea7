import { type Failure, failures, refusedWith } from './failures.js';
import { type Kind, kinds } from './kinds.js';

/** Another failure that makes the bot send such a request. */
export type Provocation = {
  kind: Kind;
  failure: Failure;
  times: number;
};

const provoke = (
  kind: string,
  failure: Failure | undefined,
  times = Number.POSITIVE_INFINITY,
): Provocation => {
  const found = kinds.find(({ name }) => name === kind);
  if (!found || !failure) throw new Error(`no kind ${kind} or no such failure`);
  return { kind: found, failure, times };
};

const reset = failures.find(({ name }) => name === 'reset');
const forbidden = refusedWith(50013);

/** By the name of the kind of request. */
export const provocations: Readonly<Record<string, readonly Provocation[]>> = {
  // Members are told directly of a card that is refused, and below their next answer where that is refused too.
  'direct channel': [provoke('edit', forbidden)],
  'follow-up': [provoke('edit', forbidden), provoke('direct channel', forbidden)],
  // A thread that Discord calls archived is opened again.
  channel: [provoke('edit', refusedWith(50083), 4)],
  // A thread whose reply was lost is looked for.
  read: [provoke('thread', reset, 1)],
};
