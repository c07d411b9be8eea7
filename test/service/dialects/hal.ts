import type { Style } from './core/style.js';

/** A Java team: Spring HATEOAS lists, names with their resource in them, times as seconds with a fraction. */

const perPage = 20;
const seconds = (at: number) => at / 1000;
const states = { waiting: 'QUEUED', working: 'RUNNING', done: 'COMPLETED', failed: 'FAILED' };
const lists: Record<string, string> = {
  pack: 'creditPackList',
  pipeline: 'pipelineList',
  generation: 'generationList',
  conversation: 'conversationList',
  message: 'messageList',
};
const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
};
const sol = (lamports: number) => ({ value: lamports / 1e9, currency: 'SOL' });

export const hal: Style = {
  name: 'hal',
  cookies: { access: 'FORGE_ACCESS', refresh: 'FORGE_REFRESH', attributes: 'Path=/' },
  accessMs: 300_000,
  contentType: 'application/hal+json',
  isClosed: true,
  id: (kind, n) => `${kind.slice(0, 3)}-${String(n).padStart(8, '0')}`,
  textToSign: (nonce, address) => `Forge sign-in for ${address}\nOne-time code: ${nonce}`,
  nonce: (nonce, messageToSign) => ({ nonce, messageToSign, expiresInSeconds: 600 }),
  signedIn: ({ n, address }) => ({ userId: `acc-${n}`, walletAddress: address }),
  refreshed: ({ n }) => ({ userId: `acc-${n}` }),
  credits: ({ credits }) => ({ availableCredits: credits }),
  pack: ({ n, name, credits, lamports }) => ({
    creditPackId: hal.id('pack', n),
    displayName: name,
    creditCount: credits,
    price: sol(lamports),
  }),
  intent: ({ n, lamports, recipient, paidAt, expiresAt }) => ({
    intentId: hal.id('intent', n),
    intentStatus: paidAt === null ? 'AWAITING_TRANSFER' : 'COMPLETED',
    transfer: { destinationWallet: recipient, amount: sol(lamports) },
    validUntil: seconds(expiresAt),
    _links: { confirm: { href: `/api/payments/intents/${hal.id('intent', n)}/confirm` } },
  }),
  pipeline: ({ n, key, name, takes }) => ({
    pipelineId: hal.id('pipeline', n),
    pipelineKey: key,
    displayName: name,
    supportedInputs: takes.map((take) => ({ text: 'TEXT', image: 'IMAGE', images: 'MULTI_IMAGE' })[take]),
    parameterDefinitions: [],
  }),
  generation: ({ n, state, createdAt, endedAt }, downloadUrl) => ({
    generationId: hal.id('generation', n),
    generationStatus: states[state],
    outputFiles:
      state === 'done' ? [{ fileName: 'figure.glb', mediaType: 'model/gltf-binary', downloadUrl }] : [],
    failureReason: null,
    createdAt: seconds(createdAt),
    completedAt: endedAt && seconds(endedAt),
  }),
  conversation: ({ n, title, createdAt }) => ({
    conversationId: hal.id('conversation', n),
    title,
    createdAt: seconds(createdAt),
  }),
  message: ({ n, role, text, at }) => ({
    messageId: hal.id('message', n),
    senderType: role.toUpperCase(),
    messageText: text,
    sentAt: seconds(at),
  }),
  one: (_, value) => value,
  many: (kind, all, { ask, path }) => {
    const number = Number(ask.query.get('page') ?? 0);
    const shown = all.slice(number * perPage, (number + 1) * perPage);
    return {
      ...(shown.length > 0 && { _embedded: { [lists[kind] ?? kind]: shown } }),
      _links: { self: { href: path } },
      page: {
        size: perPage,
        totalElements: all.length,
        totalPages: Math.ceil(all.length / perPage),
        number,
      },
    };
  },
  fail: (status, message, field) => ({
    timestamp: new Date().toISOString(),
    status,
    error: reasons[status] ?? 'Internal Server Error',
    message,
    ...(field && { errors: [{ field, defaultMessage: 'must not be blank' }] }),
  }),
  wants: {
    address: 'walletAddress',
    pack: 'creditPackId',
    transaction: 'transactionSignature',
    content: 'messageText',
  },
  missing: { status: 400, says: () => 'Validation failed for the request body' },
  location: (id) => `/api/agents/conversations/${id}`,
  status: { createIntent: 201, generate: 202, createConversation: 201, postMessage: 202, logout: 204 },
  extras: { intent: 405, generation: true, messages: true },
  unconfirmed: { status: 202, message: null },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/storage/figure-${n}.glb`,
  socket: {
    path: '/api/events',
    needsSubscribe: false,
    events: ({ kind, conversation, answer, text, at }, conversationId) => {
      const frame = (eventType: string, payload: unknown) => ({
        eventType,
        conversationId,
        occurredAt: seconds(at),
        payload,
      });
      if (kind === 'progress') return [frame('agent_progress', { statusText: text })];
      if (kind === 'error') return [frame('agent_error', { errorMessage: text })];
      if (kind === 'response' && conversation.isBusy) {
        const isWhole = text.endsWith('it agrees.');
        const responseText = text;
        return isWhole
          ? [frame('agent_response', { messageId: hal.id('message', answer), responseText })]
          : [];
      }
      return kind === 'complete' ? [frame('agent_complete', null)] : [];
    },
  },
};
