import type { MessageKey, Translate } from '../../../copy/translate.js';

/** The texts of the link page. */
export type LinkKeys = `link.page.${string}` | `page.${string}`;
export type LinkCopy = Translate<Extract<MessageKey, LinkKeys>>;
