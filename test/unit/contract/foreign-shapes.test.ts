import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../src/base/errors.js';
import { checkRecipient } from '../../../src/bot/purchase/recipient.js';
import { createNonce } from '../../../src/contract/auth.js';
import { createIntent, type Intent, listPacks, type Pack } from '../../../src/contract/payments.js';
import { pageQuery, readFrames, readReply, withoutChannel } from '../../../src/contract/read/index.js';
import { listGenerations } from '../../../src/contract/rig.js';

/** Shapes that foreign services were found to have, each by its general rule. */

const merchant = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const other = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAXU1vqRZBtTRWYhC';
const read = (endpoint: Parameters<typeof readReply>[0], body: unknown) =>
  readReply(endpoint, 200, body, { now: Date.UTC(2026, 0, 1), params: {} });

describe('a foreign service', () => {
  it('gives its nonce as a value', () => {
    expect(read(createNonce, { value: 'abc123' }).value).toMatchObject({ message: 'abc123' });
  });

  it('counts the credits of a pack in "amount" beside a price of its own', () => {
    const body = [{ id: 1, name: 'Starter', amount: 100, price: { value: 0.02, unit: 'SOL' } }];
    const { data } = read(listPacks, body).value as { data: Pack[] };
    expect(data[0]).toMatchObject({ credits: 100, prices: [{ amount: '0.02', currency: 'SOL' }] });
  });

  it.each([
    [{ id: 'i', amount_lamports: 5, address: merchant }],
    [{ id: 'i', payment: { address: merchant, amount: 5, unit: 'lamports' } }],
    [{ id: 'i', amount_lamports: 5, wallet_address: merchant }],
  ])('is paid at the only address it names, unless that is the buyer’s own: %j', (body) => {
    const { value, notes } = read(createIntent, body);
    const intent = value as Intent;
    expect(intent.recipient).toBe(merchant);
    checkRecipient(intent, other, notes);
    const refusal = (() => {
      try {
        return checkRecipient(intent, merchant, notes);
      } catch (error) {
        return error;
      }
    })();
    expect(isAppError(refusal, 'provider_mismatch') && refusal.message).toContain('Nothing was charged');
  });

  it('calls an order that nobody has paid "processing"', () => {
    const body = { id: 'i', amount_lamports: 5, recipient: merchant, status: 'processing' };
    expect(read(createIntent, body).value).toMatchObject({ status: 'requires_payment' });
  });

  it('names the next page by a link with a parameter of its own', () => {
    const body = { data: [{ id: 1, status: 'queued' }], next: '/api/rig/generations?page=2' };
    const { next_cursor } = read(listGenerations, body).value as { next_cursor: string };
    expect(pageQuery(next_cursor)).toEqual({ page: '2' });
    expect(pageQuery('abc==')).toEqual({ cursor: 'abc==' });
  });

  it('has conversation ids that look like channels', () => {
    const frame = { type: 'agent_complete', conversation_id: 'conversation:4', text: 'Hi' };
    const [event] = readFrames(JSON.stringify(frame));
    expect(event).toMatchObject({ kind: 'event', event: { conversationId: 'conversation:4' } });
    expect(withoutChannel('private-conversation.12')).toBe('12');
  });
});
