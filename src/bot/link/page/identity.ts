import { element, goTo, reveal } from '../../web/page/dom.js';
import type { Api } from './api.js';
import type { LinkCopy } from './copy.js';

/**
 * The optional OAuth2 step that identifies the Discord user before the page shows the code. The token stays in this
 * tab; Discord sees only the `state` (RFC 6749, 10.12).
 */

const returnPath = '/link';
const tokenUnder = (state: string) => `link of ${state}`;
const languageUnder = (state: string) => `language of ${state}`;
const urlUnder = (token: string) => `discord of ${token}`;

export function showIdentityStep(url: string): void {
  const token = location.hash.slice(1);
  const state = new URL(url).searchParams.get('state') ?? '';
  sessionStorage.setItem(tokenUnder(state), token);
  sessionStorage.setItem(languageUnder(state), document.documentElement.lang);
  sessionStorage.setItem(urlUnder(token), url);
  element<HTMLAnchorElement>('identify-link').href = url;
  reveal('ask', false);
  reveal('identify');
  goTo('identify-title');
}

/** After a reload. @returns false when this tab was not sent to Discord */
export function showKeptIdentityStep(): boolean {
  const url = sessionStorage.getItem(urlUnder(location.hash.slice(1)));
  if (url !== null) showIdentityStep(url);
  return url !== null;
}

/**
 * The page that Discord redirects to is in the browser's language. Loads it again in that of the link.
 * @returns whether this page is being left
 */
export function reloadInLanguage(): boolean {
  const query = new URLSearchParams(location.search);
  const language = sessionStorage.getItem(languageUnder(query.get('state') ?? ''));
  if (language === null || query.has('lang') || language === document.documentElement.lang) return false;
  query.set('lang', language);
  location.replace(`${location.pathname}?${query}`);
  return true;
}

export type Returned = { state: string; code: string | null };

/** Reads the OAuth2 answer and removes it from the address bar; null on an ordinary visit. */
export function takeReturn(): Returned | null {
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null) return null;
  const token = sessionStorage.getItem(tokenUnder(state)) ?? '';
  history.replaceState(null, '', `${returnPath}?lang=${document.documentElement.lang}#${token}`);
  return { state, code: query.get('code') };
}

/** @returns the code to show @throws Error when the user declined at Discord */
export async function identify(api: Api, { state, code }: Returned, t: LinkCopy): Promise<string> {
  if (code === null) throw new Error(t('link.page.identify.declined'));
  return api.identify({ state, code });
}
