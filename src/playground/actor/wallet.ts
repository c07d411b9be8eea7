import bs58 from 'bs58';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { toBaseUnits, toDecimal } from '../../base/money.js';
import { buildSignInMessage, signInBytes, signInEncodings } from '../../chain/siws.js';
import type { LocalChain } from '../chain/local-chain.js';
import type { LocalDiscord } from '../discord/types.js';
import type { PayOptions } from '../wallet/payment.js';
import type { TestWallet, WalletRequest } from '../wallet/wallet.js';
import { readAs } from './failure.js';
import { readQr } from './qr.js';
import type { WalletLook } from './wallet-view.js';
import { toWire } from './wire.js';

type Named = { Params: { name: string } };

/** How a payment may differ from the textbook; see `PayOptions`. */
const how = {
  amount_base_units: z.string().regex(/^\d+$/).optional(),
  omit_reference: z.boolean().optional(),
  as_v0: z.boolean().optional(),
  with_guards: z.boolean().optional(),
};
const pay = z.strictObject({ url: z.string().min(1), ...how });
/** A link, or a picture in the chat that shows its QR code. */
const scan = z.union([z.strictObject({ url: z.string().min(1) }), z.strictObject({ image_url: z.url() })]);
const approve = z.strictObject({ request: z.string().min(1), ...how });
const reject = z.strictObject({ request: z.string().min(1) });
const decimal = z.union([z.string(), z.number()]).transform(String);
const airdrop = z
  .strictObject({ sol: decimal.optional(), usdc: decimal.optional() })
  .refine(({ sol, usdc }) => sol !== undefined || usdc !== undefined, {
    message: 'say how much sol or usdc',
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

/** The test wallet of each person, mounted at `/actor/people/{name}/wallet`. */
export function mountWallets(
  app: FastifyInstance,
  deps: { discord: LocalDiscord; chain: LocalChain; walletOf: (memberName: string) => TestWallet },
): void {
  const { discord, chain } = deps;
  const walletOf = (name: string) => deps.walletOf(discord.as(name).member.username);

  app.get<Named>('/people/:name/wallet', async ({ params }) => look(walletOf(params.name)));
  app.post<Named>('/people/:name/wallet/airdrop', async ({ params, body }) => {
    const wallet = walletOf(params.name);
    const { sol, usdc } = readAs(airdrop, body);
    const lamports = sol === undefined ? null : amountOf(sol, 'SOL');
    const microUsdc = usdc === undefined ? null : amountOf(usdc, 'USDC');
    if (lamports !== null) chain.controls.airdropSol(wallet.address, lamports);
    if (microUsdc !== null) chain.controls.airdropUsdc(wallet.address, microUsdc);
    return look(wallet);
  });
  app.post<Named>('/people/:name/wallet/pay', async ({ params, body }) => {
    const { url, ...options } = readAs(pay, body);
    return walletOf(params.name).pay(url, payOptions(options));
  });
  app.post<Named>('/people/:name/wallet/scan', async ({ params, body }) => {
    const wanted = readAs(scan, body);
    const url = 'url' in wanted ? wanted.url : await readQr(wanted.image_url, discord.cdn);
    return toWire(walletOf(params.name).scan(url));
  });
  app.post<Named>('/people/:name/wallet/approve', async ({ params, body }) => {
    const { request, ...options } = readAs(approve, body);
    return toWire(await walletOf(params.name).approve(request, payOptions(options)));
  });
  app.post<Named>('/people/:name/wallet/reject', async ({ params, body }) =>
    toWire(walletOf(params.name).reject(readAs(reject, body).request)),
  );
  app.post<Named>('/people/:name/wallet/sign', async ({ params, body }) =>
    signWith(walletOf(params.name), readAs(sign, body)),
  );
}

async function look(wallet: TestWallet): Promise<WalletLook> {
  const { lamports, usdc } = await wallet.balances();
  const requests: WalletRequest[] = wallet.requests();
  return toWire({
    address: wallet.address,
    lamports,
    usdcBaseUnits: usdc,
    sol: toDecimal(lamports, 'SOL'),
    usdc: toDecimal(usdc, 'USDC'),
    pending: requests.filter(({ state }) => state === 'pending'),
    requests,
  });
}

function amountOf(text: string, currency: 'SOL' | 'USDC'): bigint {
  const units = toBaseUnits(text, currency);
  if (units !== null && units > 0n && units <= 10n ** 15n) return units;
  throw new AppError('invalid_request', `"${text}" is no amount of ${currency} that can be given.`);
}

function payOptions(options: Partial<Omit<z.infer<typeof pay>, 'url'>>): PayOptions {
  const { amount_base_units, omit_reference, as_v0, with_guards } = options;
  return {
    ...(amount_base_units !== undefined && { amountBaseUnits: BigInt(amount_base_units) }),
    ...(omit_reference !== undefined && { omitReference: omit_reference }),
    ...(as_v0 !== undefined && { asV0: as_v0 }),
    ...(with_guards !== undefined && { withGuards: with_guards }),
  };
}

/** The answer of a wallet: signature in base58, the exact signed bytes in base64. */
function signWith(wallet: TestWallet, { message, sign_in_input, encoding }: z.infer<typeof sign>) {
  if (sign_in_input && sign_in_input.address !== wallet.address)
    throw new AppError('invalid_request', 'That sign-in request is for another wallet.');
  const text = sign_in_input ? buildSignInMessage(sign_in_input) : (message ?? '');
  const way = encoding ?? (sign_in_input ? 'siws' : 'raw');
  const bytes = signInBytes(text, way, wallet.address);
  return {
    address: wallet.address,
    signature: bs58.encode(wallet.signMessage(bytes).signature),
    signed_message: Buffer.from(bytes).toString('base64'),
    encoding: way,
  };
}
