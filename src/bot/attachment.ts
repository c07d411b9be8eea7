import { Agent, request } from 'undici';
import { AppError, isAppError } from '../base/errors.js';
import { readCapped } from '../client/http.js';
import { reason } from '../copy/reason.js';

/** Discord's description of an attachment. */
export type Attached = { url: string; name: string; size: number; contentType: string | null };

/** Converts a discord.js attachment or an equivalent object. */
export const attached = ({ url, name, size, contentType }: Attached): Attached => ({
  url,
  name,
  size,
  contentType,
});

/** A member's file, with the type detected from its bytes. */
export type Fetched = { bytes: Buffer; type: string };

const longestText = 100_000;

/** Decodes UTF-8; null for invalid bytes. */
export function readText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

type Kind = {
  maxMegabytes: number;
  /** The media type, or null for another kind of file. */
  typeOf(bytes: Buffer): string | null;
  unsupported(): AppError;
};

const pictures = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
] as const;

/** Its length follows from the number of its triangles, which it names after 80 bytes of any content. */
const isBinaryStl = (bytes: Buffer): boolean =>
  bytes.length > 84 && bytes.length === 84 + 50 * bytes.readUInt32LE(80);

const kinds = {
  picture: {
    maxMegabytes: 10,
    typeOf: (bytes) =>
      pictures.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))?.type ?? null,
    unsupported: () => new AppError('unsupported_media'),
  },
  model: {
    maxMegabytes: 25,
    typeOf(bytes) {
      const start = bytes.subarray(0, 4096);
      if (start.subarray(0, 4).toString('latin1') === 'glTF') return 'model/gltf-binary';
      if (/^ply\s/.test(start.toString('latin1'))) return 'model/ply';
      if (isBinaryStl(bytes)) return 'model/stl';
      return start.includes(0) ? null : 'model/obj';
    },
    unsupported: () => new AppError('unsupported_media', reason('attachment.error.not_model')),
  },
  text: {
    maxMegabytes: 0.4,
    typeOf(bytes) {
      const text = readText(bytes);
      if (text !== null && text.length > longestText)
        throw new AppError('too_large', reason('attachment.error.long_text', { characters: longestText }));
      return text === null ? null : 'text/plain';
    },
    unsupported: () => new AppError('unsupported_media', reason('attachment.error.not_text')),
  },
  pdf: {
    maxMegabytes: 10,
    typeOf: (bytes) => (bytes.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : null),
    unsupported: () => new AppError('unsupported_media', reason('attachment.error.no_pdf_text')),
  },
} as const satisfies Record<string, Kind>;

export type AttachmentKind = keyof typeof kinds;

/**
 * Fetches members' attachments: only from Discord's file hosts, without redirects, up to the size limit of their kind, with
 * the type detected from the bytes, not the name.
 * @param origins `https://host` of the file hosts
 */
export function createFetchAttachment(origins: readonly string[]) {
  const dispatcher = new Agent();

  return async function fetchAttachment(attached: Attached, kind: AttachmentKind): Promise<Fetched> {
    const { maxMegabytes: megabytes, typeOf, unsupported }: Kind = kinds[kind];
    const maxBytes = megabytes * 1024 * 1024;
    const tooLarge = () =>
      new AppError('too_large', reason(`attachment.error.too_large.${kind}`, { megabytes }));
    const failed = (cause: unknown) =>
      new AppError('provider_error', reason(`attachment.error.not_downloaded.${kind}`), { cause });

    if (!URL.canParse(attached.url) || !origins.includes(new URL(attached.url).origin))
      throw new AppError('unsupported_media', reason(`attachment.error.elsewhere.${kind}`));
    if (attached.size > maxBytes) throw tooLarge();
    const response = await request(attached.url, {
      dispatcher,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
    }).catch((cause) => Promise.reject(failed(cause)));
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new AppError('not_found', reason(`attachment.error.gone.${kind}`));
    }
    const bytes = Buffer.from(
      await readCapped(response.body, maxBytes).catch((error) => {
        throw isAppError(error, 'too_large') ? tooLarge() : failed(error);
      }),
    );
    const type = typeOf(bytes);
    if (type === null) throw unsupported();
    return { bytes, type };
  };
}

export type FetchAttachment = ReturnType<typeof createFetchAttachment>;
