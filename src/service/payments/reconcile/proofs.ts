import type { Queries } from '../../../base/db/database.js';
import { type Difference, differencesOf } from './difference.js';

/** Checks transfers that proved a wallet: each gave its value back as credits exactly once. */
export const compareProofs = async (q: Queries): Promise<Difference[]> => [
  ...(await differencesOf(
    q,
    ['ledger', 'proof'],
    `SELECT signature, proof.credits AS credits, coalesce(entry.credits, 0) AS ledger
     FROM transfer_proof AS proof LEFT JOIN ledger_entry AS entry
       ON entry.subject = 'proof:' || signature AND entry.kind = 'purchase' AND entry.user_id = proof.user_id
     WHERE coalesce(entry.credits, 0) <> proof.credits`,
  )),
  ...(await differencesOf(
    q,
    ['ledger', 'unproven'],
    `SELECT entry.subject AS subject FROM ledger_entry AS entry
     WHERE kind = 'purchase' AND subject LIKE 'proof:%'
       AND NOT EXISTS (SELECT 1 FROM transfer_proof WHERE 'proof:' || signature = entry.subject)`,
  )),
];
