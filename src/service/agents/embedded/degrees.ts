import { type DraftChange, positive } from './draft.js';

const pairs: readonly (readonly [string, string])[] = [
  ['big', 'small'],
  ['tall', 'short'],
  ['long', 'short'],
  ['fat', 'thin'],
  ['dark', 'light'],
  ['bright', 'dark'],
  ['old', 'young'],
  ['scary', 'friendly'],
  ['cute', 'scary'],
  ['angry', 'friendly'],
  ['happy', 'sad'],
  ['shiny', 'matte'],
];
const excessive =
  /^(?:(?:it|he|she|they|that|this)(?:'?s|'?re| is| are| looks?)? |(?:the|its|his|her) ([\w-]+) (?:is|are|looks?) )?(?:(?:a (?:bit|little)|way|much|far|still) )?(?:too|not (?:that|so|too|as)) ([\w-]+)$/i;

/** "Too big", "the hat is too dark", "not that scary": the opposite look. */
export function easedIn(said: string): DraftChange | null {
  const [, part = null, degree = ''] = excessive.exec(said) ?? [];
  const look = positive(degree.toLowerCase());
  const [words] = pairs.flatMap(([one, other]) => (one === look ? other : other === look ? one : []));
  return words ? { kind: 'become', words, part } : null;
}
