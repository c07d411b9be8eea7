import { describe, expect, it } from 'vitest';
import { listConversations } from '../../../src/contract/agents.js';
import { readNonceReply } from '../../../src/contract/read/auth.js';
import { readConversationReply } from '../../../src/contract/read/conversation.js';
import { readGenerationReply } from '../../../src/contract/read/generation.js';
import { cursorQuery, parseJson, readFrames, readReply } from '../../../src/contract/read/index.js';
import { readIntentReply } from '../../../src/contract/read/intent.js';
import { readMessagesReply } from '../../../src/contract/read/message.js';
import { readPack } from '../../../src/contract/read/packs.js';
import { toTime } from '../../../src/contract/read/values.js';
import { asked } from './shapes.js';

/** Conventions that many services share: JSON:API, HAL, and structs that write every field. */

const wallet = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const listOf = (body: unknown) => readReply(listConversations, 200, body, asked()).value;
const onlyEvent = (frame: object) => {
  const [read] = readFrames(JSON.stringify(frame));
  return read?.kind === 'event' ? read.event : read;
};

describe('a name that begins with its resource', () => {
  it('is read as the field itself', () => {
    const generation = readGenerationReply(
      { generationId: 'g1', generationStatus: 'RUNNING', outputFiles: [] },
      asked(),
    ).value;
    expect(generation).toMatchObject({ id: 'g1', status: 'running' });
    expect(readConversationReply({ conversationId: 'c1', threadTitle: 'Fox' }, asked()).value).toMatchObject({
      id: 'c1',
      title: 'Fox',
    });
    const pack = readPack(
      {
        creditPackId: 'p1',
        packName: 'Starter',
        creditCount: 100,
        price: { value: '0.02', currency: 'SOL' },
      },
      asked(),
    );
    expect(pack).toMatchObject({ id: 'p1', name: 'Starter', credits: 100 });
    const { data } = readMessagesReply(
      [{ messageId: 7, senderType: 'AGENT', messageText: 'Hello' }],
      asked(),
    ).value;
    expect(data).toMatchObject([{ id: '7', role: 'agent', content: 'Hello' }]);
  });

  it('gives way to a field with the plain name', () => {
    const read = readGenerationReply(
      { id: 'g1', job_id: 'j9', status: 'done', job_status: 'failed' },
      asked(),
    );
    expect(read.value).toMatchObject({ id: 'g1', status: 'succeeded' });
  });

  it('does not make a purchase of an amount that names no currency', () => {
    const body = { intentId: 'i1', intentAmount: 0.02, destinationWallet: wallet };
    expect(() => readIntentReply(body, asked())).toThrow('does');
  });

  it('is read in an event as well', () => {
    const event = { eventType: 'agent_response', conversationId: 'c', payload: { responseText: 'Hello' } };
    expect(onlyEvent(event)).toMatchObject({
      conversationId: 'c',
      said: { kind: 'response', text: 'Hello' },
    });
  });
});

describe('a JSON:API document', () => {
  it('has fields in its attributes, ids in its relations and files in its links', () => {
    const document = {
      data: {
        type: 'payment-intents',
        id: '5',
        attributes: { state: 'created', amount: '0.02', currency: 'SOL', 'receiving-address': wallet },
        relationships: { 'credit-pack': { data: { type: 'credit-packs', id: '3' } } },
      },
    };
    expect(readIntentReply(document, asked()).value).toMatchObject({
      id: '5',
      status: 'requires_payment',
      pack_id: '3',
      recipient: wallet,
      amount_base_units: '20000000',
    });
    const links = { self: '/api/rig/generations/4', download: '/downloads/4.glb' };
    const generation = { data: { type: 'generations', id: '4', attributes: { state: 'ready' }, links } };
    expect(readGenerationReply(generation, asked()).value.output?.files).toMatchObject([
      { format: 'glb', url: '/downloads/4.glb' },
    ]);
  });

  it('may be a nonce by its id alone, and no other resource may', () => {
    const nonce = { data: { type: 'nonces', id: '8f3a', attributes: { 'expires-at': null } } };
    expect(readNonceReply(nonce, asked()).value).toMatchObject({ nonce: '8f3a', message: '8f3a' });
    expect(() => readNonceReply({ data: { type: 'users', id: '8f3a' } }, asked())).toThrow('does');
  });

  it('is an event of the conversation its relations or meta name', () => {
    const relationships = { conversation: { data: { type: 'conversations', id: '9' } } };
    const data = { type: 'messages', id: '1', attributes: { body: 'Hello' }, relationships };
    expect(onlyEvent({ event: 'agent_response', data })).toMatchObject({
      conversationId: '9',
      said: { text: 'Hello' },
    });
    const meta = { conversation: { type: 'conversations', id: '9' } };
    expect(onlyEvent({ event: 'agent_error', errors: [{ detail: 'Out of clay' }], meta })).toMatchObject({
      conversationId: '9',
      said: { kind: 'error', detail: 'Out of clay' },
    });
  });
});

describe('a list', () => {
  it('is found under any name when it is the only one', () => {
    const body = {
      _embedded: { chatList: [{ conversationId: 'c1' }] },
      _links: { next: { href: '/api/agents/conversations/?page=1' } },
    };
    expect(listOf(body)).toMatchObject({ data: [{ id: 'c1' }], next_cursor: 'page=1' });
  });

  it.each([[null], [{ conversations: null }], [{ _links: {}, page: { totalElements: 0, number: 0 } }]])(
    'is empty in %j',
    (body) => expect(listOf(body)).toMatchObject({ data: [], has_more: false }),
  );

  it.each([[{ hello: 'world' }], [{ id: 'c1', tags: [] }], [{ a: [{ id: 1 }], b: [{ id: 2 }] }]])(
    'is a mismatch in %j',
    (body) => expect(() => listOf(body)).toThrow('does'),
  );

  it('follows a link whose parameters it does not know', () => {
    const next = '/api/agents/conversations/?page%5Bnumber%5D=2&page%5Bsize%5D=5';
    const { next_cursor } = listOf({ data: [{ id: 'c1' }], links: { next } }) as { next_cursor: string };
    expect(cursorQuery(next_cursor)).toEqual({ 'page[number]': '2', 'page[size]': '5' });
  });
});

describe('a service that writes every field', () => {
  it('means none by an empty text and by a time of zero', () => {
    const frame = { Event: 'agent_progress', Conversation: '1', Message: '', Text: 'Thinking' };
    expect(onlyEvent(frame)).toMatchObject({ said: { kind: 'progress', label: 'Thinking' } });
    expect(toTime('0001-01-01T00:00:00Z')).toBeUndefined();
  });
});

describe('a 64-bit id', () => {
  it('keeps all its digits', () => {
    expect(parseJson('{"ID":7205759403792793601,"n":12,"x":-9007199254740993}')).toEqual({
      ID: '7205759403792793601',
      n: 12,
      x: '-9007199254740993',
    });
  });

  it('is left alone in a string, a fraction and an exponent', () => {
    const text =
      '{"a":"id 7205759403792793601, \\"72057594037927936011\\"","b":0.1234567890123456789,"c":1e21}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});
