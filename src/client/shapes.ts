/**
 * Bodies under other names. Requests go out in our own dialect; a service that refuses one for want of a field gets
 * the same values under the names it asks for.
 */

/** Names in the body sent, each with the value it carries: our field, or a part made of it. */
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
const said = ['message', 'text', 'prompt', 'input', 'query', 'question', 'body', 'messages', 'parts'];

/** By endpoint: our fields and the other names they go by. A field without other names may be left out. */
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
  imageToRig: { image, pipeline_id: pipeline },
  multiImageToRig: { images: ['image_urls', 'imageUrls', 'urls', 'files'], pipeline_id: pipeline },
  createConversation: { title: ['name', 'subject', 'topic'] },
  postMessage: { content: said, '@role': ['role'] },
};

/** Where one name alone may be what a service takes, and asking costs nothing. */
const tryAlone: Readonly<Record<string, string>> = { createNonce: 'address' };

export const hasAliases = (endpointId: string): boolean => Object.hasOwn(aliases, endpointId);

const unexpected =
  /unknown|unexpected|unrecognized|unrecognised|additional|not allowed|not permitted|extra|should not exist/i;

const linkOf = (source: unknown): unknown => {
  if (typeof source !== 'object' || source === null) return source;
  const { url, data_uri } = source as { url?: unknown; data_uri?: unknown };
  return url ?? data_uri ?? source;
};

/** The value of our field as it is sent under a name. */
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
 * The next shape to try after a refusal: what the complaint names first, then our field under all its names, then
 * one name alone.
 * @param tried shapes that were refused, newest last; ours is `Object.keys` of what was sent
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

/** What the complaint asks for is added, what it objects to is taken away. */
function guided(known: Aliases, before: Shape, complaint: string): Shape {
  const words = new Set(complaint.match(/[A-Za-z_]\w*/g) ?? []);
  const shape: Record<string, string> = { ...before };
  if (unexpected.test(complaint))
    for (const name of Object.keys(before)) if (words.has(name)) delete shape[name];
  for (const [field, names] of Object.entries(known))
    for (const name of names) if (words.has(name)) shape[name] = field;
  return shape;
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

/** The names of a body as we write it. */
export const ourShape = (sent: Readonly<Record<string, unknown>>): Shape =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((name) => !name.startsWith('@'))
      .map((name) => [name, name]),
  );
