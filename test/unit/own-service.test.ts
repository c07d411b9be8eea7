import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { isAppError } from '../../src/base/errors.js';
import type { Endpoint } from '../../src/contract/endpoint.js';
import { endpoints } from '../../src/contract/endpoints.js';
import { clientFrame } from '../../src/contract/events.js';
import type { Pack } from '../../src/contract/payments.js';
import { readFrames, readReply } from '../../src/contract/read/index.js';

/** Every example of docs/own-service.md is parsed, as the page promises. */

const page = readFileSync(resolve('docs/own-service.md'), 'utf8');

type Example = { does: string; endpoint: string; text: string };

/** Fenced examples by the words after the language: `json reply createNonce`; each line of `jsonl` is one. */
const examples: Example[] = [...page.matchAll(/^```(jsonl?) (\w+)(?: (\w+))?\n([\s\S]*?)^```/gm)].flatMap(
  ([, language, does = '', endpoint = '', text = '']) =>
    (language === 'jsonl' ? text.trim().split('\n') : [text]).map((one) => ({ does, endpoint, text: one })),
);
const of = (wanted: string) =>
  examples
    .filter(({ does }) => does === wanted)
    .map(({ endpoint, text }) => [endpoint, text.trim()] as const);

const endpointOf = (name: string): Endpoint => {
  const found = endpoints.find(({ id }) => id === name);
  if (!found) throw new Error(`the page names ${name}, which is not an endpoint`);
  return found;
};

const asked = {
  now: systemClock.now(),
  params: { generation_id: 'gen_1', conversation_id: 'cnv_1' },
  body: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAXU1vqRZBtTRWYhC', pack_id: 'starter', content: 'Hello' },
};
const knownIntent = () =>
  readReply(
    endpointOf('createIntent'),
    201,
    { id: 'int_1', recipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', amount_lamports: 20_000_000 },
    asked,
  ).value;
const readWithNotes = (name: string, text: string) => {
  const known = name === 'confirmIntent' ? { known: knownIntent(), params: { intent_id: 'int_1' } } : {};
  return readReply(endpointOf(name), 200, JSON.parse(text), { ...asked, ...known });
};
const read = (name: string, text: string): unknown => readWithNotes(name, text).value;

const nonce = '8f3a61c2d4';
const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAXU1vqRZBtTRWYhC';
const shopWallet = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const solPrice = { currency: 'SOL', amount: '0.02', amount_base_units: '20000000' };
const starter = { name: 'Starter', credits: 100 };
const offer = { ...solPrice, status: 'requires_payment', recipient: shopWallet, mint: null };
const glbAt = (url: string) => ({ status: 'succeeded', output: { files: [{ format: 'glb', url }] } });
const said = (role: string, content: string) => ({ role, content });

/** What the operator gets from each reply of the page, in its order. */
const readings: Record<string, readonly object[]> = {
  createNonce: [
    { nonce, message: `service.example wants you to sign in.\n\nNonce: ${nonce}` },
    { nonce, message: nonce },
    { nonce, message: nonce },
    { message: `Sign in to service.example: ${nonce}` },
    { nonce, message: `Sign in: ${nonce}` },
    { nonce, message: nonce },
  ],
  signInWithWallet: [
    { user: { id: '17', address: wallet } },
    { user: { id: 'usr_1', address: wallet } },
    { user: { id: wallet, address: wallet } },
  ],
  readCredits: [
    { available: 120, held: 10 },
    { available: 120 },
    { available: 120.5 },
    { available: 120 },
    { available: 120 },
  ],
  listPacks: [
    { data: [{ id: 'starter', ...starter, prices: [solPrice] }] },
    ...Array.from({ length: 4 }, () => ({ data: [{ id: '1', ...starter, prices: [solPrice] }] })),
    { data: [{ prices: [solPrice, { currency: 'USDC', amount: '3', amount_base_units: '3000000' }] }] },
  ],
  createIntent: [
    { id: 'int_1', ...offer, expires_at: '2026-11-22T12:30:00.000Z' },
    { id: '7', ...offer },
    { id: 'a1', ...offer },
    { id: 'a1', ...offer },
    { id: 'a1', ...offer },
  ],
  confirmIntent: [
    { id: 'int_1', status: 'succeeded', transactions: [] },
    { id: 'int_1', status: 'succeeded', transactions: [{ signature: expect.stringMatching(/^5VERv8/) }] },
    { id: 'int_1', status: 'succeeded' },
  ],
  textToRig: [{ id: 'gen_1', type: 'text', status: 'queued' }],
  readGeneration: [
    { id: 'gen_1', ...glbAt('/files/gen_1.glb') },
    glbAt('https://cdn.example/1.glb'),
    { progress: 100, ...glbAt('https://cdn.example/1.glb') },
    { status: 'failed', error: { detail: 'The mesh could not be rigged' } },
  ],
  listGenerations: [
    { data: [{ id: 'gen_1', status: 'running', progress: 40 }], has_more: false },
    { data: [{ id: '1', status: 'running' }], has_more: false },
    { data: [{ id: 'gen_1', status: 'running' }], has_more: false },
    { data: [{ id: '1', status: 'running' }], has_more: true, next_cursor: '?page%5Bnumber%5D=2' },
  ],
  listPipelines: [
    { data: [{ id: 'text-figure', name: 'Figure from text', inputs: ['text'], credit_cost: 10 }] },
    { data: [{ id: '1', name: 'Figure from text', inputs: ['text', 'image', 'multi_image'] }] },
  ],
  createConversation: [{ id: 'cnv_1', title: 'A fox' }, { id: 'cnv_1' }],
  postMessage: Array.from({ length: 3 }, () => ({
    message: { role: 'user', content: 'Hello' },
    run: { conversation_id: 'cnv_1', status: 'queued', finished_at: null },
  })),
  listMessages: [
    { data: [said('user', 'Hello'), said('agent', 'Hi!')] },
    { data: [said('user', 'Hello'), said('agent', 'Hi!')] },
    { data: [said('agent', 'Hi!')] },
  ],
};
const replies = of('reply').map(
  ([name, text], at, all) =>
    [name, text, readings[name]?.[all.slice(0, at).filter(([before]) => before === name).length]] as const,
);

describe('docs/own-service.md', () => {
  it('has examples of everything it describes', () => {
    expect(examples.length).toBeGreaterThan(50);
    expect(new Set(examples.map(({ does }) => does))).toEqual(
      new Set(['request', 'reply', 'unpriced', 'refused', 'frame', 'event']),
    );
  });

  it.each(of('request'))('sends %s as shown', (name, text) => {
    expect(endpointOf(name).body?.safeParse(JSON.parse(text))).toMatchObject({ success: true });
  });

  it('has a reading for every reply', () => {
    const examplesOf = (name: string) => of('reply').filter(([one]) => one === name);
    expect(of('reply').filter(([name]) => !(name in readings))).toEqual([]);
    for (const [name, expected] of Object.entries(readings))
      expect(examplesOf(name), name).toHaveLength(expected.length);
  });

  it.each(replies)('reads the reply of %s: %s', (name, text, expected) => {
    const { value, notes } = readWithNotes(name, text);
    expect(value).toMatchObject(expected ?? {});
    expect(notes.filter((note) => /not understood|unknown|left out|contradict|differs/.test(note))).toEqual(
      [],
    );
  });

  it.each(of('unpriced'))('finds no price in %s: %s', (name, text) => {
    const { data } = read(name, text) as { data: Pack[] };
    expect(data.flatMap(({ prices }) => prices)).toEqual([]);
  });

  it.each(of('refused'))('refuses %s: %s', (name, text) => {
    const refusal = (() => {
      try {
        return read(name, text);
      } catch (error) {
        return error;
      }
    })();
    expect(isAppError(refusal, 'provider_mismatch')).toBe(true);
  });

  it.each(of('frame'))('sends the frame of the page', (_, text) => {
    expect(clientFrame.safeParse(JSON.parse(text))).toMatchObject({ success: true });
  });

  it.each(of('event'))('reads the event%s %s', (_, text) => {
    const name = /"agent_(\w+)"/.exec(text)?.[1];
    const [found] = readFrames(text);
    const kind =
      found?.kind === 'event' ? found.event.said.kind : found?.kind === 'frame' && found.frame.type.slice(6);
    expect(kind).toBe(name);
  });
});
