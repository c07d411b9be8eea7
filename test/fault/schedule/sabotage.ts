import type { Sabotage } from './database.js';

const replace = (from: string | RegExp, to: string) => ({ rewrite: (sql: string) => sql.replace(from, to) });

/**
 * Possible mistakes in the service, each as a change of its SQL or of how it runs transactions. The schedules must
 * find every one of them, or they prove nothing.
 */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'settles outside a transaction': { unbound: true },
  'counts a signature as often as it is told': {
    rewrite: (sql) =>
      sql
        .replace('PRIMARY KEY (signature, part)', 'PRIMARY KEY (signature, part, seen_at)')
        .replace('FOREIGN KEY (signature, part) REFERENCES payment (signature, part) ON DELETE CASCADE,', '')
        .replace(/(INSERT INTO payment\s[\s\S]*ON CONFLICT \(signature, part)\)/, '$1, seen_at)'),
  },
  'treats every payment as final': replace('@commitment, @paidAt', `'finalized', @paidAt`),
  'keeps the answer of an order where a repeat does not find it': replace(
    'VALUES (@userId, @key, @fingerprint',
    'VALUES (@userId, @key || @now, @fingerprint',
  ),
  'moves the cursor past transactions that are not final': replace(
    'INSERT INTO chain_cursor (address, signature, slot) VALUES (@address, @signature, @slot)',
    'INSERT INTO chain_cursor (address, signature, slot) VALUES (@address, @signature, @slot + 12000)',
  ),
  'adds a credit that the ledger does not record': replace(
    'UPDATE ledger_account SET balance = balance + NEW.credits',
    'UPDATE ledger_account SET balance = balance + NEW.credits + 1',
  ),
  'opens no case for unmatched money': replace(
    /INSERT INTO review \(signature, part, reason, amount, opened_at\)\s+VALUES \(@signature, @part, @reason, @amount, @now\)/,
    'INSERT INTO review (signature, part, reason, amount, opened_at) SELECT @signature, @part, @reason, @amount, @now WHERE 0',
  ),
  'lets a cancelled purchase forget its money': replace(
    `WHERE id = @id AND status = @from`,
    `WHERE id = @id AND status = @from AND status <> 'canceled'`,
  ),
  'forgets a credited payment that a fork dropped': {
    ...replace('SET dropped_at = coalesce(dropped_at, @now)', 'SET dropped_at = nullif(@now, @now)'),
    world: 'forks',
  },
  'reads only the newest few of the transactions listed': { nodes: 'reads the newest few', world: 'dust' },
  'treats a partial answer as a failed transaction': { nodes: 'believes parts', world: 'nodes' },
  'never asks a second node for omitted transactions': { nodes: 'asks one node', world: 'nodes' },
};
