import { type Passage, wordsOf } from '../../docs.js';
import { least } from './least.js';
import { topicsIn } from './topics.js';

/** Words of any conversation: "set", "back", "now" say nothing about the subject of a passage. */
const ordinaryWords =
  'set back see now send sent again still come came let new old first next take took put keep kept turn run end work made look thing stuff way time people somebody someone anything everything'.split(
    ' ',
  );
const ordinary: ReadonlySet<string> = new Set(ordinaryWords.flatMap(wordsOf));
/** The share of a question's telling words that a passage must have without its heading. */
const mostly = 0.7;
const mostTopics = 5;

/** Whether a passage answers a question, which may only share some words with it. */
export function isAbout({ title, text }: Passage, query: string): boolean {
  if (title === query) return true;
  const telling = [...new Set(wordsOf(query))].filter((word) => !ordinary.has(word));
  if (telling.length === 0) return false;
  const has = new Set(wordsOf(`${title} ${text}`));
  if (telling.filter((word) => has.has(word)).length >= telling.length * mostly) return true;
  return topicsIn(query, mostTopics).some(
    ({ wish, confidence }) => wish.kind === 'question' && wish.query === title && confidence >= least.maybe,
  );
}
