import { z } from 'zod';
import { isSame, prove } from './proof.js';

/**
 * Says for whom the bot sends a request that starts work. Blocks and quotas are about people and servers, which the
 * service knows only by these names.
 */
export const voucher = z.object({
  user_id: z.string().describe('the account whose session sends the request'),
  person: z.string().max(64).describe('who owns the account'),
  speaker: z.string().max(64).optional().describe('who asked, if it was somebody else'),
  server: z.string().max(64).nullable().describe('where they asked'),
  groups: z.array(z.string().max(64)).max(300).describe('their roles there'),
  pool: z
    .object({ most: z.number().int() })
    .optional()
    .describe('the server lets them use its pool: so many credits a day'),
  made_at: z.iso.datetime(),
});
export type Voucher = z.infer<typeof voucher>;

/** The request header with a voucher: base64url of its JSON, a dot and its proof. */
export const voucherHeader = 'rigsmith-voucher';

const proofOf = (secret: string, content: string) => prove(secret, 'rigsmith voucher v1', content);

export function writeVoucher(secret: string, given: Voucher): string {
  const content = Buffer.from(JSON.stringify(given)).toString('base64url');
  return `${content}.${proofOf(secret, content)}`;
}

/** Null for anything that was not written with this secret. */
export function readVoucher(secret: string, header: string): Voucher | null {
  const [content = '', proof = ''] = header.split('.');
  if (!isSame(proofOf(secret, content), proof)) return null;
  return voucher.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
}
