import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import { toBaseUnits } from '../../base/money.js';
import { encodeBase58 } from '../../chain/address.js';
import type { LocalChain } from '../chain/local-chain.js';
import type { LocalDiscord } from '../discord/types.js';
import type { TestWallet } from '../wallet/wallet.js';
import { readAs } from './failure.js';
import { toWire } from './wire.js';

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'a decimal number in a string');
const airdrop = z.strictObject({ sol: decimal.optional(), usdc: decimal.optional() });

/** How a payment may differ from what is asked for; amounts in base units. */
const manner = {
  amount_base_units: z.string().regex(/^\d+$/).optional(),
  omit_reference: z.boolean().optional(),
  as_v0: z.boolean().optional(),
  with_guards: z.boolean().optional(),
};
const pay = z.strictObject({ url: z.string().min(1).max(2000), ...manner });
const scan = z.strictObject({ url: z.string().min(1).max(2000) });
const approve = z.strictObject({ id: z.string(), ...manner });
const reject = z.strictObject({ id: z.string() });
const sign = z.union([
  z.strictObject({ message: z.string().min(1).max(10_000) }),
  z.strictObject({ sign_in_input: z.record(z.string(), z.unknown()) }),
]);

type Named = { Params: { name: string } };
type Manner = z.output<typeof pay>;

const payOptions = (input: Omit<Manner, 'url'>) => ({
  ...(input.amount_base_units !== undefined && { amountBaseUnits: BigInt(input.amount_base_units) }),
  ...(input.omit_reference !== undefined && { omitReference: input.omit_reference }),
  ...(input.as_v0 !== undefined && { asV0: input.as_v0 }),
  ...(input.with_guards !== undefined && { withGuards: input.with_guards }),
});

/** The wallet of each person, mounted at `/actor/people/{name}/wallet`. It really signs and really pays. */
export function mountWallets(
  app: FastifyInstance,
  {
    discord,
    chain,
    walletOf,
  }: { discord: LocalDiscord; chain: LocalChain; walletOf: (name: string) => TestWallet },
): void {
  const walletFor = (name: string) => walletOf(discord.as(name).member.username);
  const look = async (wallet: TestWallet) => ({
    ...toWire(await wallet.balances()),
    address: wallet.address,
    requests: toWire(wallet.requests()),
  });

  app.get<Named>('/people/:name/wallet', async ({ params }) => look(walletFor(params.name)));

  app.post<Named>('/people/:name/wallet/airdrop', async ({ params, body }) => {
    const wallet = walletFor(params.name);
    const { sol, usdc } = readAs(airdrop, body);
    const units = { sol: sol && toBaseUnits(sol, 'SOL'), usdc: usdc && toBaseUnits(usdc, 'USDC') };
    if (!units.sol && !units.usdc) throw new AppError('invalid_request', 'Say how much sol or usdc to give.');
    if (units.sol) chain.controls.airdropSol(wallet.address, units.sol);
    if (units.usdc) chain.controls.airdropUsdc(wallet.address, units.usdc);
    return look(wallet);
  });

  app.post<Named>('/people/:name/wallet/pay', async ({ params, body }) => {
    const { url, ...how } = readAs(pay, body);
    return walletFor(params.name).pay(url, payOptions(how));
  });
  app.post<Named>('/people/:name/wallet/scan', async ({ params, body }) =>
    toWire(walletFor(params.name).scan(readAs(scan, body).url)),
  );
  app.post<Named>('/people/:name/wallet/approve', async ({ params, body }) => {
    const { id, ...how } = readAs(approve, body);
    return toWire(await walletFor(params.name).approve(id, payOptions(how)));
  });
  app.post<Named>('/people/:name/wallet/reject', async ({ params, body }) =>
    toWire(walletFor(params.name).reject(readAs(reject, body).id)),
  );

  app.post<Named>('/people/:name/wallet/sign', async ({ params, body }) => {
    const wallet = walletFor(params.name);
    const input = readAs(sign, body);
    if ('message' in input) {
      const { signature } = wallet.signMessage(Buffer.from(input.message, 'utf8'));
      return { address: wallet.address, signature: encodeBase58(signature), encoding: 'raw' };
    }
    const request = { domain: '', ...input.sign_in_input, address: wallet.address };
    return { address: wallet.address, ...wallet.signIn(request) };
  });
  // The link page is another origin: its browser asks leave first, and the guard has given it.
  app.options('/people/:name/wallet/sign', async (_request, reply) => reply.code(204).send());
}
