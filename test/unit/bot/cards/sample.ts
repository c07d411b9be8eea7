import type { Card } from '../../../../src/bot/cards/card.js';
import type { Purchase } from '../../../../src/bot/purchase/purchase.js';
import { newJob, type RigJob } from '../../../../src/bot/rig/rows.js';
import type { Intent } from '../../../../src/contract/payments.js';
import type { Generation } from '../../../../src/contract/rig.js';
import { flatten, mediaOf, readableText } from '../../../../src/playground/actor/component.js';
import type { JsonObject } from '../../../../src/playground/discord/types.js';

/** Sample values for cards, and the text a person sees on a card. */

export const mia = '700000000000000101';
const now = '2026-01-01T12:00:00.000Z';
const address = 'GnK3vFQ1wU6fQq4Z7h4Z8rLZ8cJq1xYb2s5d7e9f1A2B';

/** The private message of a purchase. */
export const place = { messageId: '2', locale: 'en-US' };

export const purchase = (changes: Partial<Intent> = {}, balance: number | null = null): Purchase => ({
  id: 'pay_1',
  memberId: mia,
  memberName: 'mia',
  address: null,
  listPrice: '20000000',
  balance,
  replacedBy: null,
  notified: null,
  shown: null,
  shared: null,
  payUrl: 'https://rigsmith.example/pay#token',
  version: 0,
  createdAt: Date.parse(now),
  intent: {
    id: 'pay_1',
    status: 'requires_payment',
    exception: null,
    pack_id: 'starter',
    credits: 100,
    currency: 'SOL',
    amount: '0.020000123',
    amount_base_units: '20000123',
    recipient: address,
    mint: null,
    reference: address.replace('G', 'H'),
    memo: null,
    label: 'Rigsmith',
    message: '100 credits',
    network: 'localnet',
    solana_pay_url: `solana:${address}?amount=0.020000123&reference=${address}`,
    pay_url: null,
    amount_received_base_units: '0',
    transactions: [],
    required_commitment: 'finalized',
    created_at: now,
    expires_at: '2026-01-01T12:15:00.000Z',
    settled_at: null,
    receipt: null,
    last_checked_at: null,
    ...changes,
  },
});

export const output = (changes: Partial<NonNullable<Generation['output']>> = {}) => ({
  files: [{ format: 'glb', url: 'https://rigs.example/rig.glb', bytes: 1000, sha256: 'x' }],
  preview_url: 'https://rigs.example/preview.png',
  turntable_url: null,
  rig: { skeleton: 'biped', joints: 22, max_influences: 4 },
  mesh: { vertices: 3000, triangles: 4812 },
  animations: ['idle', 'walk', 'wave'],
  validation: { errors: 0, warnings: 0 },
  seed: 7,
  unknown_words: [],
  notes: [],
  ...changes,
});

export const job = (changes: Partial<Generation> = {}): RigJob => ({
  id: 'gen_1',
  memberId: mia,
  channelId: '1',
  messageId: '2',
  locale: 'en-US',
  uploadLimit: 10_000_000,
  ...newJob,
  address: null,
  createdAt: Date.parse(now),
  deletedAt: null,
  viewUrl: 'https://rigsmith.example/rig#token',
  generation: {
    id: 'gen_1',
    type: 'text',
    pipeline_id: 'clay',
    status: 'queued',
    stage: null,
    progress: 0,
    queue_position: 3,
    eta_seconds: null,
    input: { prompt: 'a red *fox*', images: 0, seed: null, parameters: {} },
    output: null,
    credits: { held: 10, consumed: 0, refunded: 0 },
    error: null,
    created_at: now,
    started_at: null,
    finished_at: null,
    ...changes,
  },
});

const partsOf = ({ components }: Card) => flatten(components as unknown as JsonObject[]);

/** All visible text of a card, one part a line. */
export const read = ({ components }: Card): string =>
  readableText({
    content: '',
    embeds: [],
    components: components as unknown as JsonObject[],
    attachments: [],
  });

export const media = (card: Card): string[] =>
  partsOf(card).flatMap((part) => mediaOf(part).map(({ kind, name }) => `${kind} ${name}`));

/** Checks a card for every fault that Discord would refuse it for. */
export function faultsOf(card: Card): string[] {
  const parts = partsOf(card);
  const texts = parts.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
  const ids = parts.flatMap(({ custom_id }) => (typeof custom_id === 'string' ? [custom_id] : []));
  const shown = parts.flatMap(mediaOf).map(({ url }) => url);
  const files = card.files.map(({ name }) => `attachment://${name}`);
  return [
    ...(parts.length > 40 ? ['more than 40 components'] : []),
    ...(texts.join('').length > 4000 ? ['more than 4,000 characters'] : []),
    ...(texts.some((content) => content.trim() === '') ? ['an empty text'] : []),
    ...(new Set(ids).size < ids.length ? ['two components of one custom id'] : []),
    ...(ids.some((id) => id.length > 100) ? ['a custom id over 100 characters'] : []),
    ...shown.filter((url) => !files.includes(url)).map((url) => `${url} is shown but not sent`),
    ...files.filter((url) => !shown.includes(url)).map((url) => `${url} is sent but not shown`),
  ];
}
