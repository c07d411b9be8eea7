import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { readField } from './body.js';
import type { createCashier } from './chain.js';
import { talk } from './conversations.js';
import { type Account, type Generation, type House, packs } from './house.js';
import type { createSessions } from './sessions.js';
import type { Ask, Extra, Kind, Operation, Pipeline, Style } from './style.js';

export type Reply = { status?: number; body?: unknown; setCookies?: string[]; location?: string };
export type Asked = Ask & { request: IncomingMessage; account: Account; id: string; path: string };
export type Route = {
  does: Operation | Extra;
  isOpen?: boolean;
  answer(asked: Asked): Reply | Promise<Reply>;
};

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The missing field of the request body. */
    readonly field?: string,
  ) {
    super(message);
  }
}

const pipelines: readonly Pipeline[] = [
  { n: 1, key: 'text-figure', name: 'Figure from text', takes: ['text'] },
  { n: 2, key: 'image-figure', name: 'Figure from images', takes: ['image', 'images'] },
];

export function missing(style: Style, name: string): Refusal {
  return new Refusal(style.missing?.status ?? 422, style.missing?.says(name) ?? `${name} is required`, name);
}

/** Every path of the specification and the usual extras, as `METHOD /path` with `*` for an id. */
export function createRoutes(deps: {
  style: Style;
  house: House;
  sessions: ReturnType<typeof createSessions>;
  cashier: ReturnType<typeof createCashier>;
  base: () => string;
}): Record<string, Route> {
  const { style, house, cashier, base } = deps;
  const isOpen = !style.isClosed;
  const own = <T extends { n: number; account: Account }>(kind: Kind, all: T[], asked: Asked): T => {
    const found = all.find(
      ({ n, account }) => account === asked.account && String(style.id(kind, n)) === asked.id,
    );
    if (!found) throw new Refusal(404, 'Not found');
    return found;
  };
  const mine = <T extends { account: Account }>(all: T[], asked: Asked): T[] =>
    all.filter(({ account }) => account === asked.account).reverse();
  const many = (kind: Kind, values: unknown[], asked: Asked): Reply => ({
    body: style.many(kind, values, { ask: asked, path: asked.path }),
  });
  const show = (generation: Generation) => style.generation(generation, style.fileUrl(base(), generation.n));

  const generate = (kind: Generation['kind']): Route => ({
    does: 'generate',
    answer({ account, body }) {
      const prompt = readField(style, body, 'prompt') ?? '';
      const generation = house.generate(account, kind, prompt, style.rigsFail ?? false);
      if (!generation) throw new Refusal(402, 'Not enough credits');
      return { body: style.one('generation', show(generation)) };
    },
  });

  return {
    ...signIn(deps),
    'GET /api/users/credits': {
      does: 'credits',
      answer: ({ account }) => ({ body: style.credits(account) }),
    },
    'GET /api/users/me': {
      does: 'me',
      answer: ({ account }) => ({ body: style.signedIn(account) }),
    },
    'GET /api/payments/credit-packs': {
      does: 'packs',
      isOpen,
      answer: (asked) => many('pack', packs.map(style.pack), asked),
    },
    'POST /api/payments/intents': {
      does: 'createIntent',
      answer({ account, body }) {
        const wanted = readField(style, body, 'pack');
        if (wanted === null && style.wants?.pack) throw missing(style, style.wants.pack);
        const pack = packs.find(({ n }) => String(style.id('pack', n)) === wanted);
        if (!pack) throw new Refusal(404, 'No such pack');
        return { body: style.one('intent', style.intent(house.order(account, pack))) };
      },
    },
    'GET /api/payments/intents/*': {
      does: 'intent',
      async answer(asked) {
        if (!style.wantsSignature) await cashier.look();
        return { body: style.one('intent', style.intent(own('intent', house.intents, asked))) };
      },
    },
    'POST /api/payments/intents/*/confirm': {
      does: 'confirmIntent',
      async answer(asked) {
        const intent = own('intent', house.intents, asked);
        const signature = readField(style, asked.body, 'transaction');
        if (style.wantsSignature && !intent.paidAt && !signature)
          throw new Refusal(422, 'The transaction signature is required');
        await cashier.look();
        if (intent.paidAt !== null) return { body: style.one('intent', style.intent(intent)) };
        const { status, message } = style.unconfirmed;
        if (message !== null) throw new Refusal(status, message);
        return { status, body: style.one('intent', style.intent(intent)) };
      },
    },
    'POST /api/rig/generate': generate('text'),
    'POST /api/rig/text-to-rig': generate('text'),
    'POST /api/rig/image-to-rig': generate('image'),
    'POST /api/rig/multi-image-to-rig': generate('images'),
    'GET /api/rig/generations': {
      does: 'generations',
      answer: (asked) => many('generation', mine(house.generations, asked).map(show), asked),
    },
    'GET /api/rig/generations/*': {
      does: 'generation',
      answer: (asked) => ({
        body: style.one('generation', show(own('generation', house.generations, asked))),
      }),
    },
    'GET /api/rig/pipelines': {
      does: 'pipelines',
      isOpen,
      answer: (asked) => many('pipeline', pipelines.map(style.pipeline), asked),
    },
    'GET /api/rig/pipelines/*': {
      does: 'pipeline',
      isOpen,
      answer({ id }) {
        const found = pipelines.find(({ n }) => String(style.id('pipeline', n)) === id);
        if (!found) throw new Refusal(404, 'Not found');
        return { body: style.one('pipeline', style.pipeline(found)) };
      },
    },
    ...talk(deps, own, mine, many),
  };
}

/** Nonces are good for one sign-in and ten minutes. */
function signIn({ style, house, sessions }: Parameters<typeof createRoutes>[0]): Record<string, Route> {
  const nonces = new Map<string, { nonce: string; text: string; until: number }>();
  const addressOf = (body: Record<string, unknown>): string => {
    const address = readField(style, body, 'address');
    if (!address) throw missing(style, style.wants?.address ?? 'address');
    return address;
  };
  return {
    'POST /api/auth/nonce': {
      does: 'nonce',
      isOpen: true,
      answer({ body }) {
        const address = addressOf(body);
        const nonce = randomBytes(12).toString('hex');
        const text = style.textToSign(nonce, address);
        nonces.set(address, { nonce, text, until: Date.now() + 600_000 });
        return { body: style.nonce(nonce, text) };
      },
    },
    'POST /api/auth/wallet': {
      does: 'wallet',
      isOpen: true,
      answer({ body }) {
        const address = addressOf(body);
        const issued = nonces.get(address);
        const signature = readField(style, body, 'signature');
        if (!issued || issued.until < Date.now()) throw new Refusal(401, 'Nonce expired');
        if (!signature || !isSignedBy(address, issued.text, signature))
          throw new Refusal(401, 'Invalid signature');
        nonces.delete(address);
        const account = house.accountOf(address);
        return { body: style.signedIn(account), setCookies: sessions.open(account) };
      },
    },
    'POST /api/auth/refresh': {
      does: 'refresh',
      isOpen: true,
      answer({ request }) {
        const renewed = sessions.refresh(request);
        if (!renewed) throw new Refusal(401, 'Please sign in again');
        return { body: style.refreshed(renewed.account), setCookies: renewed.setCookies };
      },
    },
    'DELETE /api/auth/logout': {
      does: 'logout',
      isOpen: true,
      answer: ({ request }) => ({ setCookies: sessions.end(request) }),
    },
  };
}

function isSignedBy(address: string, text: string, signature: string): boolean {
  try {
    return nacl.sign.detached.verify(Buffer.from(text), bs58.decode(signature), bs58.decode(address));
  } catch {
    return false;
  }
}
