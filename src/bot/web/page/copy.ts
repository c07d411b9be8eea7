import {
  createTranslate,
  type MessageKey,
  type Translate,
  type TranslateOptions,
} from '../../../copy/translate.js';

/**
 * The texts of this page. The server adds the messages to the HTML.
 * @example const t = pageCopy<`link.page.${string}`>();
 */
export const pageCopy = <Keys extends string>(): Translate<Extract<MessageKey, Keys>> =>
  createTranslate(JSON.parse(document.getElementById('copy')?.textContent ?? '') as TranslateOptions);
