import type { Queries } from '../../../base/db/database.js';
import { type Difference, differencesOf } from './difference.js';

/** The kind of entry that follows each act. */
const kindOf = "CASE action WHEN 'revoke' THEN 'revoke' WHEN 'pool' THEN 'gift_sent' ELSE 'grant' END";

/** Acts of moderators without their entry, and entries without an act. */
const sql = `SELECT moderation_act.subject AS subject, moderation_act.credits AS credits,
    coalesce(ledger_entry.credits, 0) AS ledger
  FROM moderation_act LEFT JOIN ledger_entry ON ledger_entry.subject = moderation_act.subject
    AND ledger_entry.kind = ${kindOf} AND ledger_entry.user_id = moderation_act.user_id
  WHERE moderation_act.subject IS NOT NULL
    AND (ledger_entry.id IS NULL OR ledger_entry.credits <> moderation_act.credits)
  UNION ALL
  SELECT subject, 0 AS credits, credits AS ledger FROM ledger_entry
  WHERE (subject LIKE 'mod/%' OR subject LIKE 'refund/%' OR subject LIKE 'welcome/%')
    AND NOT EXISTS (SELECT 1 FROM moderation_act WHERE moderation_act.subject = ledger_entry.subject)`;

/** Compares what moderators did with the entries of the ledger. */
export const compareActs = (q: Queries): Promise<Difference[]> => differencesOf(q, ['ledger', 'act'], sql);
