import type { Style } from './core/style.js';

/** One person with Go's net/http and structs without tags: every field is always there, and ids are int64. */

/** Ids as JSON numbers above 2^53; `write` takes them out of their quotes. */
const snowflake = (n: number) => String(7_205_759_403_792_793_600n + BigInt(n));
const zeroTime = '0001-01-01T00:00:00Z';
const time = (at: number | null) =>
  at === null ? zeroTime : new Date(at).toISOString().replace('Z', '482913Z');
const states = { waiting: 'queued', working: 'running', done: 'done', failed: 'failed' };
const shown = ({ n, role, text, at }: { n: number; role: string; text: string; at: number }) => ({
  ID: snowflake(n),
  From: role,
  Text: text,
  SentAt: time(at),
});

export const golang: Style = {
  name: 'golang',
  cookies: { access: 'tok', refresh: 'rtok', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 4_000,
  plainText: true,
  write: (value) => `${JSON.stringify(value).replace(/"(72057594037927\d{5})"/g, '$1')}\n`,
  id: (_, n) => snowflake(n),
  textToSign: (nonce) => `forge login ${nonce}`,
  nonce: (Nonce, Message) => ({ Nonce, Message }),
  signedIn: ({ n, address, credits }) => ({ ID: snowflake(n), Wallet: address, Credits: credits }),
  refreshed: () => undefined,
  credits: ({ n, credits, createdAt }) => ({
    UserID: snowflake(n),
    Balance: credits,
    UpdatedAt: time(createdAt),
  }),
  pack: ({ n, name, credits, lamports }) => ({
    ID: snowflake(n),
    Name: name,
    Credits: credits,
    PriceLamports: lamports,
  }),
  intent: ({ n, pack, lamports, recipient, signature, paidAt, expiresAt }) => ({
    ID: snowflake(n),
    PackID: snowflake(pack.n),
    Status: paidAt === null ? 'open' : 'paid',
    PayTo: recipient,
    Lamports: lamports,
    TxSignature: signature ?? '',
    PaidAt: time(paidAt),
    ExpiresAt: time(expiresAt),
  }),
  pipeline: ({ n, name, takes }) => ({
    ID: snowflake(n),
    Name: name,
    Description: '',
    Inputs: takes,
    Params: null,
  }),
  generation: ({ n, prompt, state, createdAt, endedAt }, fileUrl) => ({
    ID: snowflake(n),
    Prompt: prompt,
    Status: states[state],
    Error: state === 'failed' ? 'the mesh could not be rigged' : '',
    ModelURL: state === 'done' ? fileUrl : '',
    Files: null,
    CreatedAt: time(createdAt),
    FinishedAt: time(endedAt),
  }),
  conversation: ({ n, title, isBusy, messages, createdAt }) => ({
    ID: snowflake(n),
    Title: title,
    Busy: isBusy,
    Messages: messages.length > 0 ? messages.map(shown) : null,
    CreatedAt: time(createdAt),
  }),
  message: shown,
  one: (_, value) => value,
  many: (_, values) => (values.length > 0 ? values : null),
  fail: (_, message) => `${message.toLowerCase()}\n`,
  wants: {
    address: 'Wallet',
    pack: 'PackID',
    signature: 'Signature',
    prompt: 'Prompt',
    content: 'Text',
    title: 'Title',
  },
  ignoresCase: true,
  missing: { status: 400, says: (field) => `missing ${field}` },
  extras: {},
  unconfirmed: { status: 402, message: 'payment not seen yet' },
  postPath: '/message',
  fileUrl: (base, n) => `${base}/f/${n}.glb`,
  socket: {
    path: '/ws',
    needsSubscribe: false,
    events: ({ kind, text, delta }, id) => {
      const says = kind === 'progress' || kind === 'complete' ? text : '';
      return [
        {
          Event: `agent_${kind}`,
          Conversation: id,
          Chunk: kind === 'response' ? delta : '',
          Text: says,
          Error: kind === 'error' ? text : '',
          Percent: 0,
        },
      ];
    },
  },
};
