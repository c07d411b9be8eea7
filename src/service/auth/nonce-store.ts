import { type Database, write } from '../../base/store.js';
import type { SignInInput } from '../../chain/siws.js';
import type { NoncePurpose } from '../../contract/auth.js';
import { createBatch } from './batch.js';
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
  /** Consumes the nonce inside the caller's transaction; false when it is used, burnt, expired or another wallet's. */
  consume(nonce: string, address: string, now: number): boolean;
  prune(now: number): void;
};

type Row = Omit<KeptNonce, 'input' | 'transfer'> & {
  input: string;
  reference: string | null;
  lamports: number | null;
};

export function createNonceStore(db: Database, journal: AuthJournal): NonceStore {
  const insert = db.prepare(
    `INSERT INTO nonce (hash, address, purpose, domain, input, reference, lamports, issued_at, expires_at)
     VALUES (@hash, @address, @purpose, @domain, @input, @reference, @lamports, @issuedAt, @expiresAt)
     ON CONFLICT DO NOTHING`,
  );
  const find = db.prepare<{ hash: Buffer }, Row>(
    `SELECT address, purpose, domain, input, reference, lamports, failures, used_at AS usedAt,
       issued_at AS issuedAt, expires_at AS expiresAt
     FROM nonce WHERE hash = @hash`,
  );
  const addFailure = db.prepare(
    `UPDATE nonce SET failures = failures + (purpose = 'sign_in') WHERE hash = @hash`,
  );
  const consume = db.prepare(
    `UPDATE nonce SET used_at = @now WHERE hash = @hash AND address = @address
       AND used_at IS NULL AND failures < ${maxNonceFailures} AND expires_at > @now`,
  );
  const prune = db.prepare('DELETE FROM nonce WHERE expires_at < @before');
  const refuseAll = createBatch<{ hash: Buffer; address: string; detail: string }>((refused) =>
    write(db, () => {
      for (const { hash, address, detail } of refused) {
        addFailure.run({ hash });
        journal.add({ kind: 'proof_refused', address, detail });
      }
    }),
  );

  return {
    async add(nonce, { input, transfer, ...asked }) {
      const { reference = null, lamports = null } = transfer ?? {};
      const row = { ...asked, hash: hashToken(nonce), input: JSON.stringify(input), reference, lamports };
      return insert.run(row).changes === 1;
    },
    async find(nonce) {
      const row = find.get({ hash: hashToken(nonce) });
      if (!row) return null;
      const { reference, lamports, input, ...asked } = row;
      const transfer = reference !== null && lamports !== null && { reference, lamports: BigInt(lamports) };
      return { ...asked, input: JSON.parse(input), transfer: transfer || null };
    },
    refuse: (nonce, address, detail) => refuseAll({ hash: hashToken(nonce), address, detail }),
    consume: (nonce, address, now) => consume.run({ hash: hashToken(nonce), address, now }).changes === 1,
    prune: (now) => void prune.run({ before: now - 86_400_000 }),
  };
}
