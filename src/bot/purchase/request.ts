import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, toAppError } from '../../base/errors.js';
import type { BuildPayment } from '../../chain/pay-transaction.js';
import type { Copy } from '../../copy/copy.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import { errorTextOfPage } from '../failure.js';
import { open } from '../web/open.js';
import { readerOf } from '../web/page-text.js';
import { isPayable, remaining } from './cards/standing.js';
import { viewOf } from './page-view.js';
import type { Purchase } from './purchase.js';

/**
 * Endpoints that wallets call by themselves: transaction requests of Solana Pay, and Solana Actions ("blinks"), by which
 * a shared link becomes a button. Both give label and icon for GET, and an unsigned transaction for POST.
 * @see https://github.com/solana-foundation/solana-pay/blob/main/SPEC.md
 * @see https://solana.com/developers/guides/advanced/actions
 */
export type RequestDeps = {
  find: (token: string) => Promise<Purchase>;
  /** @throws AppError with a reason for the reader */
  build: BuildPayment | null;
  /** Public origin of the pages. */
  origin: string;
  copy: Copy;
  takeOne: (token: string) => void;
};

const params = z.object({ token: z.string().min(20).max(100) });
const posted = z.object({ account: z.string().min(1).max(60) });

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512"><rect width="32" height="32" rx="9" fill="#6d5dfc"/><circle cx="16" cy="9" r="3.5" fill="#fff"/><path d="M16 14v7m0-5-7 3m7-3 7 3m-7 2-4 6m4-6 4 6" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none"/></svg>`;

/** Genesis hashes name the network, by CAIP-2. */
const blockchainIds: Readonly<Record<string, string>> = {
  'mainnet-beta': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
};
const actionVersion = '2.4';

const isOpen = ({ intent, replacedBy }: Purchase): boolean => replacedBy === null && isPayable(intent);

/** Names the purchase in the payer's history: the memo of the offer, or else its id. */
function withMemo({ id, solana_pay_url }: Purchase['intent']): string {
  const url = new URL(solana_pay_url);
  if (!url.searchParams.has('memo')) url.searchParams.set('memo', id);
  return url.toString();
}

/** What happened to a purchase that can't be paid, in one sentence. */
const closedText = (purchase: Purchase, t: Translate): string =>
  purchase.replacedBy === null ? viewOf(purchase, t).title : t('purchase.error.closed');

export const requestPaths = {
  request: '/pay/request',
  action: '/pay/action',
  /** The page of the purchase, with its token in the path, so that it can be shared. */
  share: '/pay/s',
} as const;

export function serveRequests(app: FastifyInstance, deps: RequestDeps): void {
  const { find, build, origin, copy, takeOne } = deps;
  const iconUrl = new URL('/pay/icon.svg', origin).href;
  const found = (request: FastifyRequest) => find(params.parse(request.params).token);

  /** Wallets show the `message` of an error. */
  const telling =
    (act: (request: FastifyRequest, reply: FastifyReply) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await act(request, reply);
      } catch (thrown) {
        const error = thrown instanceof z.ZodError ? new AppError('invalid_request') : toAppError(thrown);
        return reply.code(error.status).send({ message: errorTextOfPage(error, readerOf(request, copy)) });
      }
    };

  const transactionFor = async (
    request: FastifyRequest,
  ): Promise<{ purchase: Purchase; answer: { transaction: string; message: string } }> => {
    const { token } = params.parse(request.params);
    const purchase = await find(token);
    const { account } = posted.parse(request.body);
    takeOne(token);
    if (!build || !isOpen(purchase)) throw new AppError('invalid_request', reason('purchase.error.closed'));
    const transaction = await build(withMemo(purchase.intent), account);
    const message = viewOf(purchase, readerOf(request, copy)).title;
    return { purchase, answer: { transaction, message } };
  };

  app.get('/pay/icon.svg', open, async (_request, reply) => reply.type('image/svg+xml').send(icon));
  app.get('/actions.json', open, async () => ({
    rules: [
      { pathPattern: `${requestPaths.share}/*`, apiPath: `${requestPaths.action}/*` },
      { pathPattern: `${requestPaths.action}/**`, apiPath: `${requestPaths.action}/**` },
    ],
  }));
  for (const path of [`${requestPaths.request}/:token`, `${requestPaths.action}/:token`, '/actions.json'])
    app.options(path, open, async (_request, reply) => reply.code(204).send());

  app.get(
    `${requestPaths.request}/:token`,
    open,
    telling(async (request) => ({ label: (await found(request)).intent.label, icon: iconUrl })),
  );
  app.post(
    `${requestPaths.request}/:token`,
    open,
    telling(async (request) => (await transactionFor(request)).answer),
  );

  const isAction = (reply: FastifyReply, { intent }: Purchase): void => {
    const chain = blockchainIds[intent.network];
    reply.header('x-action-version', actionVersion);
    if (chain) reply.header('x-blockchain-ids', chain);
  };
  app.get(
    `${requestPaths.action}/:token`,
    open,
    telling(async (request, reply) => {
      const purchase = await found(request);
      isAction(reply, purchase);
      const t = readerOf(request, copy);
      const { title, lead, priceNote } = viewOf(purchase, t);
      const { intent } = purchase;
      const isPaidHere = build !== null && isOpen(purchase);
      return {
        type: 'action',
        icon: iconUrl,
        title,
        description: [lead, priceNote].filter(Boolean).join(' ') || title,
        label: t('purchase.page.pay.button', { amount: t.amount(remaining(intent), intent.currency) }),
        ...(!isPaidHere && { disabled: true, error: { message: closedText(purchase, t) } }),
      };
    }),
  );
  app.post(
    `${requestPaths.action}/:token`,
    open,
    telling(async (request, reply) => {
      const { purchase, answer } = await transactionFor(request);
      isAction(reply, purchase);
      return { type: 'transaction', ...answer };
    }),
  );
}
