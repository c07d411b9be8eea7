import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/html.js';
import type { Copy } from '../../copy/copy.js';
import type { Translate } from '../../copy/translate.js';

/** Texts of the pages, in the reader's language. */

const listed = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');

/** The language of a page: what the bot put into its link (`?lang=de`), else what the browser prefers. */
export function readerOf(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  copy: Copy,
): Translate {
  const { lang } = (query ?? {}) as { lang?: unknown }; // null for a malformed URL
  const wanted = [...(typeof lang === 'string' ? [lang] : []), ...listed(headers['accept-language'])];
  return copy.for(wanted.find((locale) => copy.match(locale) !== null));
}

/** A text as HTML, with the Markdown that texts may contain: `**bold**` and `` `code` ``. */
const toHtml = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\x60([^\x60]+)\x60/g, '<code>$1</code>');

/**
 * Fills `{{key}}` in the HTML of a page, sets its language, and adds the messages for its script.
 * @param keys the beginnings of the keys that the script uses, for example `link.page.`
 */
export function fillPage(html: string, keys: readonly string[], t: Translate): string {
  // In JSON inside HTML only "<" could end the element.
  const messages = JSON.stringify(t.sources(keys)).replaceAll('<', '\\u003c');
  return html
    .replace(/\{\{([\w.-]+)\}\}/g, (_, key: string) => toHtml(t.message({ key, values: {} })))
    .replace(/<html lang="[^"]*"/, `<html lang="${t.locale}"`)
    .replace('</head>', () => `<script type="application/json" id="copy">${messages}</script>\n</head>`);
}
