import type { Conversation } from './core/house.js';
import type { Style } from './core/style.js';

/** Follows jsonapi.org by the letter: resource documents, dasherized members, relationships, paged by `links.next`. */

const types: Record<string, string> = {
  account: 'accounts',
  intent: 'payment-intents',
  generation: 'generations',
  conversation: 'conversations',
  message: 'messages',
  pack: 'credit-packs',
  pipeline: 'pipelines',
};
const perPage = 2;
const states = { waiting: 'pending', working: 'running', done: 'ready', failed: 'errored' };
const zoned = (at: number) => new Date(at + 7_200_000).toISOString().replace('Z', '+02:00');
const to = (type: string, id: number) => ({ data: { type, id: String(id) } });
const resource = (kind: string, n: number, attributes: object, more: object = {}) => ({
  type: types[kind],
  id: String(n),
  attributes,
  ...more,
});
const inConversation = ({ n }: Conversation) => ({ relationships: { conversation: to('conversations', n) } });

export const jsonapi: Style = {
  name: 'jsonapi',
  cookies: {
    access: 'forge-access',
    refresh: 'forge-refresh',
    attributes: 'Path=/; SameSite=Lax',
    refreshAttributes: 'Path=/api/auth; SameSite=Strict',
  },
  accessMs: 3_000,
  contentType: 'application/vnd.api+json',
  id: (_, n) => String(n),
  textToSign: (nonce) => nonce,
  nonce: (nonce) => ({
    data: { type: 'nonces', id: nonce, attributes: { 'expires-at': zoned(Date.now() + 600_000) } },
  }),
  signedIn: ({ n, address, createdAt }) => ({
    data: resource('account', n, { 'wallet-address': address, 'created-at': zoned(createdAt) }),
  }),
  refreshed: () => undefined,
  credits: ({ n, credits }) => ({
    data: { type: 'credit-balances', id: String(n), attributes: { available: credits } },
  }),
  pack: ({ n, name, credits, lamports }) =>
    resource('pack', n, {
      title: name,
      'credit-amount': credits,
      'price-in-sol': String(lamports / 1e9),
    }),
  intent: ({ n, pack, lamports, recipient, paidAt, expiresAt }) =>
    resource(
      'intent',
      n,
      {
        state: paidAt === null ? 'created' : 'paid',
        amount: String(lamports / 1e9),
        currency: 'SOL',
        'receiving-address': recipient,
        'expires-at': zoned(expiresAt),
      },
      { relationships: { 'credit-pack': to('credit-packs', pack.n) } },
    ),
  pipeline: ({ n, name, takes }) =>
    resource('pipeline', n, {
      title: name,
      'accepted-inputs': takes,
      parameters: [{ name: 'quality', 'data-type': 'string', 'default-value': 'fine' }],
    }),
  generation: ({ n, prompt, state, createdAt }, fileUrl) =>
    resource(
      'generation',
      n,
      {
        state: states[state],
        'percent-complete': state === 'done' ? 100 : 30,
        prompt,
        'created-at': zoned(createdAt),
      },
      {
        links: { self: `/api/rig/generations/${n}`, ...(state === 'done' && { download: fileUrl }) },
      },
    ),
  conversation: ({ n, title, createdAt }) =>
    resource('conversation', n, { title, 'created-at': zoned(createdAt) }),
  message: ({ n, role, text, at }, conversation) =>
    resource('message', n, { role, body: text, 'sent-at': zoned(at) }, inConversation(conversation)),
  one: (_, data) => ({ data }),
  many: (_, all, { ask, path }) => {
    const page = Number(ask.query.get('page[number]') ?? 1);
    const data = all.slice((page - 1) * perPage, page * perPage);
    const hasMore = page * perPage < all.length;
    return { data, links: { self: path, next: hasMore ? `${path}?page[number]=${page + 1}` : null } };
  },
  fail: (status, detail, field) => ({
    errors: [
      {
        status: String(status),
        title: 'Request refused',
        detail,
        ...(field && { source: { pointer: `/data/attributes/${field}` } }),
      },
    ],
  }),
  status: {
    wallet: 201,
    refresh: 204,
    logout: 204,
    createIntent: 201,
    generate: 202,
    createConversation: 201,
    postMessage: 201,
  },
  extras: { me: true, intent: true, generation: true, messages: true },
  unconfirmed: { status: 409, message: 'The payment has not been seen yet' },
  postPath: '/messages',
  fileUrl: (_, n) => `/downloads/${n}.glb`,
  socket: {
    path: '/socket',
    needsSubscribe: false,
    events: ({ kind, conversation, answer, text }) => {
      const event = `agent_${kind}`;
      if (kind === 'error')
        return [
          {
            event,
            errors: [{ title: 'The agent failed', detail: text }],
            meta: { conversation: to('conversations', conversation.n).data },
          },
        ];
      const data =
        kind === 'progress'
          ? { type: 'progress-notes', id: `p${answer}`, attributes: { note: text } }
          : resource('message', answer, { role: 'agent', body: text });
      return [{ event, data: { ...data, ...inConversation(conversation) } }];
    },
  },
};
