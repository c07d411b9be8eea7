import type { Translate } from '../../../copy/translate.js';
import type { Turn } from '../brain.js';
import type { Toolbox } from '../tools/tool.js';

/** What an answer is made with. */
export type Answering = {
  tools: Toolbox;
  history: readonly Turn[];
  /** The language of the answer. */
  t: Translate;
  /** The language of descriptions. */
  english: Translate;
  /** The names of all languages of the catalog, each in its own words. */
  languages: readonly string[];
};

/** The member's newest message. */
export const newestOf = ({ history }: Pick<Answering, 'history'>): string =>
  history.findLast(({ role }) => role === 'user')?.content ?? '';
