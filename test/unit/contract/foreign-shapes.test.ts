import { describe, expect, it } from 'vitest';
import { isAppError } from '../../../src/base/errors.js';
import { checkRecipient } from '../../../src/bot/purchase/recipient.js';
import { listMessages, type Message } from '../../../src/contract/agents.js';
import { createNonce } from '../../../src/contract/auth.js';
import { createIntent, type Intent, listPacks, type Pack } from '../../../src/contract/payments.js';
import { cursorQuery, readFrames, readReply, withoutChannel } from '../../../src/contract/read/index.js';
import { listGenerations, readGeneration } from '../../../src/contract/rig.js';

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
    expect(isAppError(refusal, 'provider_mismatch') && refusal.message).toBe('purchase.error.no_recipient');
  });

  it('calls an unpaid order "processing"', () => {
    const body = { id: 'i', amount_lamports: 5, recipient: merchant, status: 'processing' };
    expect(read(createIntent, body).value).toMatchObject({ status: 'requires_payment' });
  });

  it('names the next page by a link with a parameter of its own', () => {
    const body = { data: [{ id: 1, status: 'queued' }], next: '/api/rig/generations?page=2' };
    const { next_cursor } = read(listGenerations, body).value as { next_cursor: string };
    expect(cursorQuery(next_cursor)).toEqual({ page: '2' });
    expect(cursorQuery('abc==')).toEqual({ cursor: 'abc==' });
  });

  it('has conversation ids that look like channels', () => {
    const frame = { type: 'agent_complete', conversation_id: 'conversation:4', text: 'Hi' };
    const [event] = readFrames(JSON.stringify(frame));
    expect(event).toMatchObject({ kind: 'event', event: { conversationId: 'conversation:4' } });
    expect(withoutChannel('private-conversation.12')).toBe('12');
  });

  it('is noted even when it uses our field names and only leaves some out', () => {
    const offer = { id: 'i', status: 'pending', recipient: merchant, amount: '0.02', currency: 'SOL' };
    const soon = '2026-01-01T00:30:00Z';
    expect(read(createIntent, { ...offer, expires_at: soon }).notes).toHaveLength(1);
    const message = { id: '1', role: 'user', content: 'Hi', created_at: soon };
    const page = { data: [message], has_more: false, next_cursor: null };
    expect(read(listMessages, page).notes).toEqual(['data.0.conversation_id: is missing or in another form']);
    const own = {
      ...message,
      conversation_id: 'c',
      run_id: null,
      attachments: [],
      client_message_id: null,
      seq: 1,
    };
    expect(read(listMessages, { ...page, data: [own] }).notes).toEqual([]);
  });

  it.each([
    ['AuthorRole', { AuthorRole: 'User' }, { AuthorRole: 'Assistant' }],
    ['an object', { participant: { kind: 'human' } }, { participant: { kind: 'bot' } }],
    ['createdBy', { createdBy: 'customer' }, { createdBy: 'ai' }],
  ])('says who wrote a message in %s', (_, member, agent) => {
    const body = { value: [member, agent].map((author, n) => ({ id: n, content: 'Hi', ...author })) };
    const { data } = read(listMessages, body).value as { data: Message[] };
    expect(data.map(({ role }) => role)).toEqual(['user', 'agent']);
  });

  it('does not take the words of a message for its author', () => {
    const body = [{ id: 1, content: 'agent', topic: 'bot' }];
    expect(() => read(listMessages, body)).toThrow(expect.objectContaining({ code: 'provider_mismatch' }));
  });

  it.each(['expires_on', 'ExpiresUtc', 'expirationDate', 'expire_time'])('ends its offer at %s', (name) => {
    const soon = '2026-01-01T00:10:00.0000000Z';
    const { value } = read(createIntent, { id: 'i', amount_lamports: 5, recipient: merchant, [name]: soon });
    expect(value).toMatchObject({ expires_at: '2026-01-01T00:10:00.000Z' });
  });

  it('has finished a generation that has a model, whatever it calls that', () => {
    const made = {
      id: 'g',
      Status: 'Fired',
      Assets: [{ MediaType: 'model/gltf-binary', Uri: '/files/g.glb' }],
    };
    const reading = read(readGeneration, made);
    expect(reading.value).toMatchObject({
      status: 'succeeded',
      output: { files: [{ url: '/files/g.glb' }] },
    });
    expect(reading.notes).toContain('status: "Fired" is unknown, taken as succeeded');
    const inKiln = { id: 'g', Status: 'Firing', url: '/api/rig/generations/g', Assets: [] };
    expect(read(readGeneration, inKiln).value).toMatchObject({ status: 'queued', output: null });
  });
});
