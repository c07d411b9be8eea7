import type { Http } from '../../client/http.js';
import type { Attachment } from '../../contract/agents.js';
import type { CardFile } from '../cards/card.js';

const mostFiles = 9; // Discord takes ten, and one is kept for an answer too long to be read in messages

/** Names people may be led to open, without what hides an ending. */
const nameOf = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(-80) || 'file';

/**
 * The files of an answer, read from the service alone: an address the agent was talked into is never opened.
 * @param maxBytes of all together; what does not fit, or cannot be had, stays a link
 */
export function createAnswerFiles({
  http,
  serviceUrl,
  maxBytes,
}: {
  http: Http;
  serviceUrl: string;
  maxBytes: number;
}) {
  const { origin } = new URL(serviceUrl);
  const isOurs = (url: string): boolean =>
    URL.canParse(url, serviceUrl) && new URL(url, serviceUrl).origin === origin;

  return async (attachments: readonly Attachment[]): Promise<CardFile[]> => {
    const files: CardFile[] = [];
    let left = maxBytes;
    for (const { name, url } of attachments.slice(0, mostFiles)) {
      if (!url || !isOurs(url)) continue;
      const bytes = await http.download(url, left).catch(() => null);
      if (!bytes) continue;
      left -= bytes.length;
      files.push({ name: nameOf(name), attachment: Buffer.from(bytes) });
    }
    return files;
  };
}
