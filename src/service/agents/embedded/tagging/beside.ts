import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { become, type DraftChange, withArticle } from '../changes/change.js';
import { editsIn } from '../changes/edits.js';
import { missingIn } from '../changes/focus.js';
import { englishChange } from '../languages/abroad-changes.js';
import { glossed } from '../languages/gloss.js';
import { languageNamed } from '../languages/languages.js';
import type { TalkState } from '../wish.js';
import { readLooks } from '../words/adjectives.js';
import { tokensOf } from '../words/tokens.js';
import { isMarked, type Span } from './marks.js';

/** Changes in clauses of a message in which no word is marked. */

const seams = {
  english: /[.,;!?\n]+/gu,
  others: /[.,;:!?。、，；！？\n]+|\s(?:und|aber|et|mais|y|pero|e|mas|и|а|но)\s/gu,
};

export function changesBeside(line: string, spans: readonly Span[], talk: TalkState): DraftChange[] {
  const isEnglish = talk.language === null;
  const clauses = [...unmarked(line, spans, isEnglish ? seams.english : seams.others)];
  return clauses.flatMap((clause) => (isEnglish ? answerIn(clause, talk) : changeAbroad(clause, talk)));
}

function* unmarked(line: string, spans: readonly Span[], seam: RegExp): Generator<string> {
  let start = 0;
  for (const found of [...line.matchAll(seam), null]) {
    const end = found?.index ?? line.length;
    if (end > start && !isMarked(spans, { start, end })) yield line.slice(start, end).trim();
    start = found ? end + found[0].length : end;
  }
}

/** "Blue and gold would be right", after "which colours are the stripes?"; "she's supposed to be a kid". */
function answerIn(clause: string, { draft, focus }: TalkState): DraftChange[] {
  if (draft !== null && /\b(?:supposed|meant) to be\b/i.test(clause)) return editsIn(clause, draft, focus);
  const tokens = tokensOf(clause);
  if (!focus?.isAsked || tokens.some(({ isThing, isWho }) => isThing || isWho)) return [];
  const looks = readLooks({ tokens, at: 0, isPlanned: () => false }, false);
  return looks ? [become(looks.words.join(' '), focus.thing)] : [];
}

/** "裙子再长一点", "un peu plus grande", "gib ihr einen" after a question. */
function changeAbroad(clause: string, talk: TalkState): DraftChange[] {
  const { draft, language, focus } = talk;
  const [dictionary, glosses] = [language && dictionaryFor(language), languageNamed(language)?.glosses];
  if (draft === null || !dictionary || !glosses) return [];
  const { tokens, strange } = glossed(clause, dictionary, glosses);
  if (strange.length > 0) return [];
  const missing = missingIn(talk);
  const isGiven = missing !== null && tokens.some(({ english }) => /^(?:add|give)<?$/.test(english));
  const english = englishChange(tokens);
  if (english === null) return isGiven ? [{ kind: 'add', what: withArticle(missing) }] : [];
  const changes = editsIn(english, draft, focus);
  return changes.every(({ kind }) => kind === 'become') ? changes : [];
}
