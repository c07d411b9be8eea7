import { iso } from '../../base/clock.js';
import type { BlockedPerson } from '../../contract/limits.js';
import type { Block } from './blocks.js';

export const viewBlock = ({ since, until, ...block }: Block): BlockedPerson => ({
  ...block,
  since: iso(since),
  until: until === null ? null : iso(until),
});
