import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { isAppError } from '../../src/base/errors.js';
import * as agents from '../../src/contract/agents.js';
import * as auth from '../../src/contract/auth.js';
import type { Endpoint } from '../../src/contract/endpoint.js';
import { clientFrame } from '../../src/contract/events.js';
import type { Pack } from '../../src/contract/payments.js';
import * as payments from '../../src/contract/payments.js';
import { readFrames, readReply } from '../../src/contract/read/index.js';
import * as rig from '../../src/contract/rig.js';

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

const endpoints: Record<string, unknown> = { ...auth, ...payments, ...rig, ...agents };
const endpointOf = (name: string): Endpoint => {
  const found = endpoints[name];
  if (!found) throw new Error(`the page names ${name}, which is not an endpoint`);
  return found as Endpoint;
};

const asked = {
  now: systemClock.now(),
  params: { generation_id: 'gen_1', conversation_id: 'cnv_1' },
  body: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAXU1vqRZBtTRWYhC', pack_id: 'starter', content: 'Hello' },
};
const knownIntent = () =>
  readReply(
    payments.createIntent,
    201,
    { id: 'int_1', recipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', amount_lamports: 20_000_000 },
    asked,
  ).value;
const read = (name: string, text: string): unknown => {
  const known = name === 'confirmIntent' ? { known: knownIntent(), params: { intent_id: 'int_1' } } : {};
  return readReply(endpointOf(name), 200, JSON.parse(text), { ...asked, ...known }).value;
};

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

  it.each(of('reply'))('reads the reply of %s: %s', (name, text) => {
    expect(read(name, text)).toBeTruthy();
  });

  it.each(of('reply').filter(([name]) => name === 'listPacks'))(
    'reads the same price from %s: %s',
    (name, text) => {
      const { data } = read(name, text) as { data: Pack[] };
      expect(data[0]?.prices).toContainEqual({
        currency: 'SOL',
        amount: '0.02',
        amount_base_units: '20000000',
      });
    },
  );

  it.each(of('reply').filter(([name]) => name === 'createIntent'))(
    'reads the same offer from %s: %s',
    (name, text) => {
      expect(read(name, text)).toMatchObject({
        currency: 'SOL',
        amount_base_units: '20000000',
        recipient: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      });
    },
  );

  it.each(of('reply').filter(([name]) => name === 'confirmIntent'))('reads %s as paid: %s', (name, text) => {
    expect(read(name, text)).toMatchObject({ id: 'int_1', status: 'succeeded' });
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
