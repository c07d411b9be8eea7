import { Agent, request } from 'undici';
import { AppError, isAppError } from '../../base/errors.js';
import { readCapped } from '../../client/http.js';

/** What Discord tells of an attached file. */
export type Attached = { url: string; name: string; size: number; contentType: string | null };

const maxBytes = 10 * 1024 * 1024;
const types = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
] as const;

/**
 * Fetches pictures members attached. Only from Discord's own file hosts, without redirects, never more than
 * 10 MB, and told by their bytes rather than by their names.
 * @param origins `https://host` of the file hosts
 */
export function createFetchPicture(origins: readonly string[]) {
  const dispatcher = new Agent();

  const open = async (url: string) => {
    const response = await request(url, { dispatcher, headersTimeout: 10_000, bodyTimeout: 10_000 }).catch(
      failed,
    );
    if (response.statusCode === 200) return response.body;
    await response.body.dump();
    throw new AppError('not_found', 'Discord no longer has that picture. Attach it again.');
  };

  return async function fetchPicture(attached: Attached): Promise<{ bytes: Buffer; type: string }> {
    if (!URL.canParse(attached.url) || !origins.includes(new URL(attached.url).origin)) {
      throw new AppError('unsupported_media', 'Attach the picture to the command itself, please.');
    }
    if (attached.size > maxBytes) throw tooLarge();
    const bytes = await readCapped(await open(attached.url), maxBytes).catch((error) => {
      throw isAppError(error, 'too_large') ? tooLarge() : failed(error);
    });
    const found = types.find(({ starts }) => starts.every((byte, index) => bytes[index] === byte));
    if (!found) throw new AppError('unsupported_media');
    return { bytes: Buffer.from(bytes), type: found.type };
  };
}

const tooLarge = () => new AppError('too_large', 'That picture is over 10 MB. Send a smaller one.');

function failed(cause: unknown): never {
  throw new AppError('provider_error', 'Discord did not hand over the picture. Try again in a moment.', {
    cause,
  });
}
