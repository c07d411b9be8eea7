import { z } from 'zod';

/** Pieces that several resources share. */

export const time = z.iso.datetime().describe('ISO 8601, UTC');
export const baseUnits = z
  .string()
  .regex(/^\d+$/)
  .describe('base units (lamports, micro-USDC) as a whole number in a string');
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .describe('a decimal number in a string');
export const address = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'a base58 Solana address')
  .describe('base58 public key');
export const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/, 'a base58 transaction signature');

const mostSpecLetters = 16_384;
/** What is asked of a character; the rig engine knows its fields. */
export const spec = z
  .record(z.string().max(60), z.unknown())
  .refine((value) => JSON.stringify(value).length <= mostSpecLetters, 'is longer than 16 KB')
  .describe('a CharacterSpec, as in docs/character-spec.schema.json');
export type WireSpec = z.infer<typeof spec>;

/** How the words of a description were read. */
export const readWords = z.object({
  understood: z.array(z.string()),
  unknown: z.array(z.string()),
  unexpressed: z.array(z.string()).describe('read, but not shown by this body'),
});

export const pageQuery = z.object({
  cursor: z.string().max(200).optional().describe('next_cursor of the page before'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });

/** One page as a value. */
export type Page<T> = { data: T[]; has_more: boolean; next_cursor: string | null };
