import type { Http } from '../../client/http.js';
import type { Attachment } from '../../contract/agents.js';
import type { CardFile } from '../cards/card.js';

const mostFiles = 9; // Discord allows ten; one is reserved for an answer too long for messages

/** A safe file name, without characters that disguise the extension. */
const nameOf = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(-80) || 'file';

/**
 * The files of an answer, fetched only from the service, never from URLs a user may have prompted the agent to name.
 * @param maxBytes in total; files that don't fit or can't be fetched stay links
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
