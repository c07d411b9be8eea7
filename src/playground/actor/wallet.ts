import type { IncomingHttpHeaders } from 'node:http';
import bs58 from 'bs58';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { toBaseUnits, toDecimal } from '../../base/money.js';
import { buildSignInMessage, type SignInEncoding, signInBytes, signInEncodings } from '../../chain/siws.js';
import type { LocalChain } from '../chain/local-chain.js';
import type { LocalDiscord } from '../discord/types.js';
import { behaviourNames, behaviourOf } from '../wallet/behaviour.js';
import { SaidError, say } from '../wallet/sayings.js';
import type { PayHow } from '../wallet/sendings.js';
import type { Delay, TestWallet, WalletRequest } from '../wallet/wallet.js';
import { readAs } from './failure.js';
import { type HowBody, howFields, readHow } from './pay-how.js';
import { readQr } from './qr.js';
import { createSigningDesk, type SigningDesk } from './signing.js';
import type { WalletLook } from './wallet-view.js';
import { toWire } from './wire.js';

type Named = { Params: { name: string } };

const pay = z.strictObject({ url: z.string().min(1), ...howFields });
/** A link, or a picture of the chat with its QR code. */
const scan = z.union([z.strictObject({ url: z.string().min(1) }), z.strictObject({ image_url: z.url() })]);
const approve = z.strictObject({
  request: z.string().min(1),
  /** Approves now and pays after this delay. */
  after_ms: z
    .number()
    .int()
    .min(0)
    .max(24 * 3_600_000)
    .optional(),
  ...howFields,
});
const settings = z
  .strictObject({
    asks_before_signing: z.boolean().optional(),
    behaviour: z.enum(behaviourNames).optional(),
  })
  .refine((wanted) => Object.values(wanted).some((value) => value !== undefined), {
    message: 'give asks_before_signing or behaviour',
  });
const reject = z.strictObject({ request: z.string().min(1) });
/** A serialized transaction in base64, at most one Solana packet. */
const send = z.strictObject({ transaction: z.base64().max(1_644) });
const decimal = z.union([z.string(), z.number()]).transform(String);
const airdrop = z
  .strictObject({ sol: decimal.optional(), usdc: decimal.optional() })
  .refine(({ sol, usdc }) => sol !== undefined || usdc !== undefined, {
    message: 'give an amount of sol or usdc',
  });
const signInInput = z
  .object({ domain: z.string(), address: z.string() })
  .catchall(z.unknown())
  .transform((input) => input as Parameters<typeof buildSignInMessage>[0]);
const sign = z
  .strictObject({
    message: z.string().optional(),
    sign_in_input: signInInput.optional(),
    encoding: z.enum(signInEncodings).optional(),
  })
  .refine(({ message, sign_in_input }) => (message === undefined) !== (sign_in_input === undefined), {
    message: 'give the message or the sign_in_input to sign',
  });

type Deps = { discord: LocalDiscord; chain: LocalChain; walletOf: (memberName: string) => TestWallet };
type Owned = { wallet: TestWallet; desk: SigningDesk };

/** Mounts each person's test wallet at `/actor/people/{name}/wallet`. */
export function mountWallets(app: FastifyInstance, { discord, chain, walletOf }: Deps): void {
  const { clock } = discord;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const desks = new Map<string, SigningDesk>();
  const ownedBy = (name: string): Owned => {
    const { username } = discord.as(name).member;
    const desk = desks.get(username) ?? createSigningDesk({ clock, signal: closing.signal });
    desks.set(username, desk);
    return { wallet: walletOf(username), desk };
  };

  app.get<Named>('/people/:name/wallet', async ({ params }) => look(ownedBy(params.name)));
  app.post<Named>('/people/:name/wallet/airdrop', async ({ params, body }) => {
    const owned = ownedBy(params.name);
    const { sol, usdc } = readAs(airdrop, body);
    const lamports = sol === undefined ? null : amountOf(sol, 'SOL');
    const microUsdc = usdc === undefined ? null : amountOf(usdc, 'USDC');
    if (lamports !== null) chain.controls.airdropSol(owned.wallet.address, lamports);
    if (microUsdc !== null) chain.controls.airdropUsdc(owned.wallet.address, microUsdc);
    return look(owned);
  });
  app.post<Named>('/people/:name/wallet/settings', async ({ params, body }) => {
    const owned = ownedBy(params.name);
    const wanted = readAs(settings, body);
    owned.desk.asksFirst = wanted.asks_before_signing ?? owned.desk.asksFirst;
    owned.desk.behaviour = wanted.behaviour ?? owned.desk.behaviour;
    return look(owned);
  });
  mountSending(app, ownedBy);
  mountPaying(app, ownedBy, {
    delayOf: (ms) => ({ dueAt: clock.now() + ms, until: clock.sleep(ms, closing.signal) }),
    howOf: (wallet, url, body) =>
      readHow(url, body, {
        chain,
        wallet,
        addressOf: (person) => walletOf(discord.as(person).member.username).address,
      }),
  });
  app.post<Named>('/people/:name/wallet/scan', async ({ params, body }) => {
    const wanted = readAs(scan, body);
    const url = 'url' in wanted ? wanted.url : await readQr(wanted.image_url, discord.cdn);
    return toWire(ownedBy(params.name).wallet.scan(url));
  });
  app.post<Named>('/people/:name/wallet/sign', async ({ params, body, headers }) => {
    const { wallet, desk } = ownedBy(params.name);
    const wanted = readAs(sign, body);
    const text = signedText(wallet, wanted);
    const encoding = wanted.encoding ?? (wanted.sign_in_input ? 'siws' : 'raw');
    const { origin } = headers;
    if (origin === undefined) return signWith(wallet, text, encoding);
    const behaviour = behaviourOf(desk.behaviour);
    const isOwn = isOwnPage(headers);
    if (!isOwn && !isOfPage(text, origin))
      throw new AppError(
        'invalid_request',
        'Invalid input: that text names a different page than the one asking.',
      );
    if (behaviour.refusal?.by === 'device') throw new SaidError('unsupported_media', say('wallet_device'));
    const refusal = behaviour.refusal ? say('wallet_rejected') : null;
    // A text typed into the wallet itself needs no second approval.
    if (isOwn && refusal !== null) throw new SaidError('forbidden', refusal);
    if (!isOwn) await desk.ask(origin, { text, payment: null, refusal });
    return signWith(
      behaviour.usesOtherAccount ? walletOf(`${params.name}, second account`) : wallet,
      behaviour.edit?.(text) ?? text,
      behaviour.writesLegacy && encoding === 'offchain_v0' ? 'offchain_legacy' : encoding,
    );
  });
}

function mountSending(app: FastifyInstance, ownedBy: (name: string) => Owned): void {
  app.post<Named>('/people/:name/wallet/send', async ({ params, body, headers }) => {
    const { wallet, desk } = ownedBy(params.name);
    const bytes = Buffer.from(readAs(send, body).transaction, 'base64');
    const { origin } = headers;
    if (origin === undefined || isOwnPage(headers))
      return { signature: (await wallet.send(bytes)).signature };
    const { refusal } = behaviourOf(desk.behaviour);
    const request = await desk.ask(origin, {
      text: '',
      payment: await wallet.inspect(bytes),
      refusal: refusal?.by === 'owner' ? say('wallet_rejected') : null,
    });
    const { signature, failed } = await wallet.send(bytes);
    Object.assign(request, { signature, failed });
    return { signature };
  });
}

function mountPaying(
  app: FastifyInstance,
  ownedBy: (name: string) => Owned,
  {
    delayOf,
    howOf,
  }: { delayOf(ms: number): Delay; howOf(wallet: TestWallet, url: string, body: HowBody): PayHow },
): void {
  app.post<Named>('/people/:name/wallet/pay', async ({ params, body }) => {
    const { url, ...wanted } = readAs(pay, body);
    const { wallet } = ownedBy(params.name);
    return wallet.pay(url, howOf(wallet, url, wanted));
  });
  app.post<Named>('/people/:name/wallet/approve', async ({ params, body }) => {
    const { wallet, desk } = ownedBy(params.name);
    const { request, after_ms, ...wanted } = readAs(approve, body);
    if (isSigning(request)) return toWire(desk.decide(request, true));
    const url = wallet.requests().find(({ id }) => id === request)?.url ?? '';
    const how = howOf(wallet, url, wanted);
    if (after_ms === undefined) return toWire(await wallet.approve(request, how));
    return toWire(wallet.approveLater(request, delayOf(after_ms), how));
  });
  app.post<Named>('/people/:name/wallet/reject', async ({ params, body }) => {
    const { wallet, desk } = ownedBy(params.name);
    const { request } = readAs(reject, body);
    return isSigning(request) ? toWire(desk.decide(request, false)) : toWire(wallet.reject(request));
  });
}

/** Only pages send an origin; requests of scripts count as approved. */
const isOwnPage = ({ origin, host }: IncomingHttpHeaders): boolean => origin === `http://${host}`;

/**
 * Whether a sign-in text may be signed for the requesting page. Like Phantom, it requires the page's exact host and a
 * URI of its origin, and rejects anything else before showing a prompt.
 * @see https://docs.phantom.com/solana/signing-a-message
 */
function isOfPage(text: string, origin: string): boolean {
  const [, domain] = /^(\S+) wants you to sign in with your Solana account:\n/.exec(text) ?? [];
  if (domain === undefined) return true;
  const [, uri] = /\nURI: (\S+)/.exec(text) ?? [];
  const isUri = uri === undefined || (URL.canParse(uri) && new URL(uri).origin === origin);
  return URL.canParse(origin) && domain === new URL(origin).host && isUri;
}

const isSigning = (request: string): boolean => request.startsWith('sgn_');

async function look({ wallet, desk }: Owned): Promise<WalletLook> {
  const { lamports, usdc, isCurrent } = await wallet.balances();
  const requests: WalletRequest[] = wallet.requests();
  return toWire({
    address: wallet.address,
    isCurrent,
    lamports,
    usdcBaseUnits: usdc,
    sol: toDecimal(lamports, 'SOL'),
    usdc: toDecimal(usdc, 'USDC'),
    pending: requests.filter(({ state }) => state === 'pending'),
    requests,
    signRequests: desk.requests(),
    asksBeforeSigning: desk.asksFirst,
    behaviour: desk.behaviour,
  });
}

function amountOf(text: string, currency: 'SOL' | 'USDC'): bigint {
  const units = toBaseUnits(text, currency);
  if (units !== null && units > 0n && units <= 10n ** 15n) return units;
  throw new SaidError('invalid_request', say('wallet_amount', { text, currency }));
}

type Signing = z.infer<typeof sign>;

function signedText(wallet: TestWallet, { message, sign_in_input }: Signing): string {
  if (sign_in_input && sign_in_input.address !== wallet.address)
    throw new SaidError('invalid_request', say('wallet_foreign_sign_in'));
  return sign_in_input ? buildSignInMessage(sign_in_input) : (message ?? '');
}

/** A wallet's answer: signature in base58, the exact signed bytes in base64. */
function signWith(wallet: TestWallet, text: string, encoding: SignInEncoding) {
  const bytes = signInBytes(text, encoding, wallet.address);
  return {
    address: wallet.address,
    signature: bs58.encode(wallet.signMessage(bytes).signature),
    signed_message: Buffer.from(bytes).toString('base64'),
    encoding,
  };
}
