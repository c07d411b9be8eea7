import type { Translate } from '../../copy/translate.js';

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');

/** Whether a message only asks the agent to stop, in one of these languages. */
export const asksToStop = (text: string, languages: readonly Translate[]): boolean => {
  const said = bare(text);
  return said !== '' && languages.some((t) => t('talk.stop.words').split(',').map(bare).includes(said));
};
