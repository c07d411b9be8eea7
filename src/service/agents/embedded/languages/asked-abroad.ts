import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { actsIn } from '../tagging/acts.js';
import { isComparedAbroad } from '../tagging/changed.js';
import { planQuestionIn } from '../tagging/plan-asked.js';
import { least } from '../topics/least.js';
import type { TalkState, Wish } from '../wish.js';
import { numberIn } from '../words/numbers.js';
import { describedAbroad } from './abroad-words.js';
import { glossed } from './gloss.js';
import { languageNamed } from './languages.js';
import { meantIn } from './meant.js';
import { sumAbroad } from './money-abroad.js';

/** Questions about the character under discussion in other languages, by the forms in data/talk/plan-questions.json. */

/** For each language its forms, and the English question that each means. */
const shape = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));
type Forms = ReadonlyMap<string, readonly (readonly [pattern: RegExp, english: string])[]>;
let forms: Forms | null = null;

function allForms(): Forms {
  if (forms) return forms;
  const file = findDataFile(import.meta.dirname, 'talk', 'plan-questions.json');
  forms = new Map(
    Object.entries(readTable(file, shape)).map(([language, rows]) => [
      language,
      rows.map(([pattern, english]) => [new RegExp(pattern, 'iu'), english] as const),
    ]),
  );
  return forms;
}

/** A thing or look in English; the words themselves where the dictionary lacks them. */
function inEnglish(words: string, language: string): string {
  const english = describedAbroad(words, language)?.english ?? words;
  return english.replace(/^(?:with|without|and|an?|the) /, '').trim();
}

/** Whether a message is a phrasing of something else: "can I see it on my phone?" */
function isPhrase(line: string, name: string): boolean {
  const language = languageNamed(name);
  const [nearest] = language ? meantIn(language, line, 1) : [];
  return nearest !== undefined && nearest.likelihood >= least.strongly;
}

/** A question of more words asks more than the price of another number. */
const mostCounted = 6;

/** "Und für zwei?" after a price. */
function countSaid(line: string, name: string): number | null {
  const dictionary = dictionaryFor(name);
  const glosses = languageNamed(name)?.glosses;
  if (!dictionary || !glosses) return null;
  const { tokens } = glossed(line, dictionary, glosses);
  const counts = tokens.flatMap(({ english }) => numberIn(english) ?? []);
  const isThing = tokens.some(({ kind }) => kind === 'noun');
  return counts.length === 1 && !isThing && tokens.length <= mostCounted ? counts[0]! : null;
}

/** @param line with its question mark */
export function askedAbroad(
  line: string,
  talk: Pick<TalkState, 'draft' | 'language' | 'topic' | 'isAboutPrice' | 'pack'>,
): Wish[] | null {
  const { draft, language } = talk;
  if (language === null) return null;
  const sum = sumAbroad(line, talk);
  if (sum) return [{ kind: 'sum', sum }];
  if (isPhrase(line, language)) return null;
  const count = talk.isAboutPrice ? countSaid(line, language) : null;
  if (count !== null) return [{ kind: 'sum', sum: { count } }];
  if (draft === null || isComparedAbroad(line, talk, actsIn(line, draft, language))) return null;
  for (const [pattern, english] of allForms().get(language) ?? []) {
    const found = pattern.exec(line.trim());
    if (!found) continue;
    const said = found.slice(1).filter((one): one is string => one !== undefined);
    const question = said.reduce(
      (sentence, words, at) => sentence.replace(`$${at + 1}`, inEnglish(words, language)),
      english,
    );
    const wish = planQuestionIn(question, talk);
    if (wish?.kind === 'has' || (wish?.kind === 'body' && wish.ask.about !== 'open')) return [wish];
  }
  return null;
}
