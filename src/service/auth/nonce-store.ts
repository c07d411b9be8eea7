import type { Database, Transaction } from '../../base/db/database.js';
import type { SignInInput } from '../../chain/siws.js';
import type { NoncePurpose } from '../../contract/auth.js';
import type { AuthJournal } from './journal.js';
import { hashToken } from './tokens.js';

/** A stored sign-in request. Times in ms. */
export type AskedNonce = {
  address: string;
  purpose: NoncePurpose;
  domain: string;
  /** The input from which the signed text is rebuilt; the nonce is missing because only its hash is stored. */
  input: Omit<SignInInput, 'nonce'>;
  /** For a transfer proof: the required amount and reference. */
  transfer: { reference: string; lamports: bigint } | null;
  issuedAt: number;
  expiresAt: number;
};
export type KeptNonce = AskedNonce & { failures: number; usedAt: number | null };

export const maxNonceFailures = 5;

export type NonceStore = {
  /** False when another open request uses the reference or amount. */
  add(nonce: string, asked: AskedNonce): Promise<boolean>;
  find(nonce: string): Promise<KeptNonce | null>;
  /** Records a failed proof in the journal. Wrong signatures count towards the limit; transfers cannot be guessed. */
  refuse(nonce: string, address: string, detail: string): Promise<void>;
  /** False when the nonce is used, burnt, expired or another wallet's. */
  consume(t: Transaction, nonce: string, address: string, now: number): Promise<boolean>;
  prune(t: Transaction, now: number): Promise<void>;
};

type Row = Omit<KeptNonce, 'input' | 'transfer'> & {
  input: string;
  reference: string | null;
  lamports: number | null;
};

const sql = {
  insert: `INSERT INTO nonce (hash, address, purpose, domain, input, reference, lamports, issued_at, expires_at)
    VALUES (@hash, @address, @purpose, @domain, @input, @reference, @lamports, @issuedAt, @expiresAt)
    ON CONFLICT DO NOTHING`,
  find: `SELECT address, purpose, domain, input, reference, lamports, failures, used_at AS usedAt,
      issued_at AS issuedAt, expires_at AS expiresAt
    FROM nonce WHERE hash = @hash`,
  addFailure: `UPDATE nonce SET failures = failures + 1 WHERE hash = @hash AND purpose = 'sign_in'`,
  consume: `UPDATE nonce SET used_at = @now WHERE hash = @hash AND address = @address
    AND used_at IS NULL AND failures < ${maxNonceFailures} AND expires_at > @now`,
  prune: 'DELETE FROM nonce WHERE expires_at < @before',
};

export function createNonceStore(db: Database, journal: AuthJournal): NonceStore {
  return {
    async add(nonce, { input, transfer, ...asked }) {
      const reference = transfer?.reference ?? null;
      const lamports = transfer === null ? null : Number(transfer.lamports);
      const row = { ...asked, hash: hashToken(nonce), input: JSON.stringify(input), reference, lamports };
      // A power failure may undo a request to sign, which is made again; a requested transfer may have been sent.
      const durable = transfer !== null;
      return (await db.transaction((t) => t.run(sql.insert, row), { durable })) === 1;
    },
    async find(nonce) {
      const row = await db.get<Row>(sql.find, { hash: hashToken(nonce) });
      if (!row) return null;
      const { reference, lamports, input, ...asked } = row;
      const transfer = reference !== null && lamports !== null && { reference, lamports: BigInt(lamports) };
      return { ...asked, input: JSON.parse(input), transfer: transfer || null };
    },
    // Not durable, so that wrong proofs cannot make this process wait for its disk.
    refuse: (nonce, address, detail) =>
      db.transaction(
        async (t) => {
          await t.run(sql.addFailure, { hash: hashToken(nonce) });
          await journal.add(t, { kind: 'proof_refused', address, detail });
        },
        { durable: false },
      ),
    consume: async (t, nonce, address, now) =>
      (await t.run(sql.consume, { hash: hashToken(nonce), address, now })) === 1,
    async prune(t, now) {
      await t.run(sql.prune, { before: now - 86_400_000 });
    },
  };
}
