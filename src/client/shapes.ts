import { plainWord } from '../contract/read/index.js';

/**
 * Request bodies under other field names. Requests use our own names first; a service that rejects one because of a
 * field gets the same values under the names it asks for.
 */

/** Maps each name in the body to our field whose value it carries. */
export type Shape = Readonly<Record<string, string>>;

type Aliases = Readonly<Record<string, readonly string[]>>;

const wallet = ['wallet', 'wallet_address', 'walletAddress', 'public_key', 'publicKey', 'pubkey', 'account'];
const prompt = ['text', 'description', 'text_prompt', 'textPrompt', 'input', 'query'];
const pipeline = ['pipelineId', 'pipeline', 'model'];
const rig: Aliases = { prompt, pipeline_id: pipeline, parameters: ['params', 'options', 'settings'] };
const image = [
  'image_url',
  'imageUrl',
  'image_uri',
  'input_image',
  'url',
  'image_base64',
  'imageBase64',
  'file',
];
const said = [
  'message',
  'message_text',
  'text',
  'prompt',
  'input',
  'query',
  'question',
  'body',
  'messages',
  'parts',
];

/** By endpoint: our fields and their other common names. */
const aliases: Readonly<Record<string, Aliases>> = {
  createNonce: { address: wallet },
  signInWithWallet: {
    address: wallet,
    signature: ['signed_message', 'signedMessage', 'sig', 'signed_nonce', 'signedNonce'],
    nonce: ['nonce_id', 'nonceId', 'challenge_id', 'challengeId', 'challenge'],
    '@text': ['message', 'text', 'signed_text', 'original_message', 'originalMessage'],
  },
  createIntent: {
    pack_id: [
      'packId',
      'credit_pack_id',
      'creditPackId',
      'pack',
      'package_id',
      'packageId',
      'product_id',
      'productId',
      'id',
      'sku',
    ],
    currency: ['asset', 'token', 'coin', 'payment_currency', 'paymentCurrency', 'payment_method'],
  },
  confirmIntent: {
    signature: [
      'tx_signature',
      'txSignature',
      'transaction_signature',
      'transactionSignature',
      'tx_hash',
      'txHash',
      'transaction_hash',
      'transactionHash',
      'txid',
      'tx_id',
      'transaction_id',
      'transactionId',
      'hash',
      'transaction',
    ],
  },
  textToRig: rig,
  generate: { ...rig, image },
  imageToRig: { image, description: ['prompt', 'text', 'caption'], pipeline_id: pipeline },
  multiImageToRig: { images: ['image_urls', 'imageUrls', 'urls', 'files'], pipeline_id: pipeline },
  createConversation: { title: ['name', 'subject', 'topic'] },
  postMessage: { content: said, '@role': ['role'] },
};

/** Endpoints where a body with a single field may be tried, because the call has no side effects. */
const tryAlone: Readonly<Record<string, string>> = { createNonce: 'address' };

export const hasAliases = (endpointId: string): boolean => Object.hasOwn(aliases, endpointId);

const unexpected =
  /unknown|unexpected|unrecognized|unrecognised|additional|not allowed|not permitted|extra|should not exist/i;

const linkOf = (source: unknown): unknown => {
  if (typeof source !== 'object' || source === null) return source;
  const { url, data_uri } = source as { url?: unknown; data_uri?: unknown };
  return url ?? data_uri ?? source;
};

/** The value of our field, converted for the given name. */
function valueFor(name: string, field: string, sent: Readonly<Record<string, unknown>>): unknown {
  const value = field === '@role' ? 'user' : sent[field];
  if (name === field || value === undefined) return value;
  if (field === 'content' && name === 'messages') return [{ role: 'user', content: value }];
  if (field === 'content' && name === 'parts') return [{ type: 'text', text: value }];
  if (field === 'image') return linkOf(value);
  if (field === 'images' && Array.isArray(value)) return value.map(linkOf);
  return value;
}

export function bodyOf(shape: Shape, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = valueFor(name, field, sent);
    if (value !== undefined) body[name] = value;
  }
  return body;
}

const keyOf = (shape: Shape): string => Object.keys(shape).sort().join(',');

/**
 * The next shape to try: first the names in the complaint, then our field under all its names, then single names.
 * @param tried rejected shapes, newest last
 */
export function nextShape(
  endpointId: string,
  sent: Readonly<Record<string, unknown>>,
  tried: readonly Shape[],
  complaint: string,
): Shape | undefined {
  const known = aliases[endpointId];
  if (!known) return undefined;
  const seen = new Set(tried.map(keyOf));
  const candidates = [
    guided(known, tried.at(-1) ?? {}, complaint),
    everyName(known, sent, tried[0] ?? {}),
    ...alone(endpointId, known),
  ];
  return candidates.find((one) => Object.keys(one).length > 0 && !seen.has(keyOf(one)));
}

/** Adds the names a complaint asks for and removes those it rejects. */
function guided(known: Aliases, before: Shape, complaint: string): Shape {
  const words = new Set(complaint.match(/[A-Za-z_][\w-]*/g) ?? []);
  const shape: Record<string, string> = { ...before };
  if (unexpected.test(complaint))
    for (const name of Object.keys(before)) if (words.has(name)) delete shape[name];
  for (const [field, names] of Object.entries(known))
    for (const name of namesIn(words, names)) shape[name] = field;
  return shape;
}

/** The names a complaint mentions, written as the complaint has them: `PackID` for `pack_id`. */
function namesIn(words: ReadonlySet<string>, names: readonly string[]): string[] {
  const plain = new Set(names.map(plainWord));
  return [...words].filter((word) => plain.has(plainWord(word)));
}

function everyName(known: Aliases, sent: Readonly<Record<string, unknown>>, ours: Shape): Shape {
  const shape: Record<string, string> = { ...ours };
  for (const [field, names] of Object.entries(known)) {
    if (sent[field] === undefined && field !== '@role') continue;
    for (const name of names)
      if (!['id', 'file', 'messages', 'parts', 'body', 'transaction'].includes(name)) shape[name] = field;
  }
  return shape;
}

const alone = (endpointId: string, known: Aliases): Shape[] => {
  const field = tryAlone[endpointId];
  return field === undefined ? [] : [field, ...(known[field] ?? [])].map((name) => ({ [name]: field }));
};

/** The shape of a body in our own dialect. */
export const ourShape = (sent: Readonly<Record<string, unknown>>): Shape =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((name) => !name.startsWith('@'))
      .map((name) => [name, name]),
  );
