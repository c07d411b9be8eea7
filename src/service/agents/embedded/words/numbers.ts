export const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The number that a word says. */
export function numberIn(said: string | undefined): number | null {
  if (said === undefined) return null;
  const lower = said.toLowerCase();
  if (lower === 'twice') return 2;
  if (lower === 'a dozen') return 12;
  if (lower.startsWith('a couple') || lower === 'both') return 2;
  const number = /^\d+$/.test(lower) ? Number(lower) : numberWords.indexOf(lower);
  return number < 0 ? null : number;
}
