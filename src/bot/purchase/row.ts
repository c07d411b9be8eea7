import { createHash } from 'node:crypto';
import type { Seal } from '../../base/seal.js';
import type { Intent } from '../../contract/payments.js';
import type { SealedColumn } from '../key-ring.js';
import type { Purchase, Shared } from './purchase.js';

/** A row of the table `purchase`, which several stores read. */
export type PurchaseRow = {
  id: string;
  member_id: string;
  member_name: string;
  address: string | null;
  intent: string;
  list_price: string | null;
  balance: number | null;
  replaced_by: string | null;
  notified: string | null;
  shown: string | null;
  shared: Shared | null;
  page_token: Buffer;
  version: number;
  created_at: number;
};

const placeOf = (id: string): string => `purchase/${id}/page_token`;
export const sealedPages: SealedColumn = {
  table: 'purchase',
  key: ['id'],
  column: 'page_token',
  place: ({ id = '' }) => placeOf(id),
};

/** The pay page's token as it is looked up; the token itself is only stored sealed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
export const sealToken = (seal: Seal, id: string, token: string): Buffer => seal.seal(token, placeOf(id));

/** @param pageUrl URL of the pay page, without the token */
export const createRowReader =
  ({ seal, pageUrl }: { seal: Seal; pageUrl: string }) =>
  (row: PurchaseRow): Purchase => ({
    id: row.id,
    memberId: row.member_id,
    memberName: row.member_name,
    address: row.address,
    intent: JSON.parse(row.intent) as Intent,
    listPrice: row.list_price,
    balance: row.balance,
    replacedBy: row.replaced_by,
    notified: row.notified,
    shown: row.shown,
    shared: row.shared,
    payUrl: `${pageUrl}#${seal.open(row.page_token, placeOf(row.id))}`,
    version: row.version,
    createdAt: row.created_at,
  });
