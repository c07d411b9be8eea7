import type { ActingState } from '../acting.js';

/** Copies a text to the clipboard and shows whether it worked. */
export function copy(text: string, { t, say }: Pick<ActingState, 't' | 'say'>): void {
  const refused = () => say(t('playground.copy_blocked', { text: text.slice(0, 200) }));
  if (navigator.clipboard)
    navigator.clipboard.writeText(text).then(() => say(t('playground.copied')), refused);
  else refused();
}
