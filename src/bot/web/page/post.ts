import type { Translate } from '../../../copy/translate.js';

/** An error reply of the bot or the service, with its sentence. */
export class PostRefused extends Error {
  constructor(
    sentence: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/**
 * Calls the bot's API of a page with the page's token.
 * @param path of the page, for example `/pay`
 * @throws Refusal
 */
export const createPost =
  (path: string, token: string, t: Translate<'page.error.unreachable' | 'page.error.unclear'>) =>
  async <T>(act: string, body: object = {}): Promise<T> => {
    const response = await fetch(`${path}/api/${act}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': t.locale,
      },
      body: JSON.stringify({ token, ...body }),
    }).catch(() => {
      throw new PostRefused(t('page.error.unreachable'), 'unreachable', 0);
    });
    const answer = (await response.json().catch(() => ({}))) as { detail?: string; code?: string };
    if (!response.ok)
      throw new PostRefused(answer.detail ?? t('page.error.unclear'), answer.code ?? '', response.status);
    return answer as T;
  };
