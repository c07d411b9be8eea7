import { z } from 'zod';
import { parsePayUrl } from '../../chain/pay-url.js';
import type { LocalChain } from '../chain/local-chain.js';
import type { PayHow } from '../wallet/sendings.js';
import type { TestWallet } from '../wallet/wallet.js';

/** Payment variations as HTTP fields; see `PayHow`. */
export const howFields = {
  amount_base_units: z.string().regex(/^\d+$/).optional(),
  omit_reference: z.boolean().optional(),
  as_v0: z.boolean().optional(),
  with_guards: z.boolean().optional(),
  fail: z.boolean().optional(),
  times: z.number().int().min(1).max(5).optional(),
  in_halves: z.boolean().optional(),
  junk_first: z.boolean().optional(),
  /** Currency to pay in; `lookalike` is a fake token that looks like USDC. */
  asset: z.enum(['sol', 'usdc', 'lookalike']).optional(),
  /** Recipient instead of the requested one: a person or an address. */
  to: z.string().min(1).optional(),
  /** Links to pay in the same transaction. */
  along: z.array(z.string().min(1)).max(4).optional(),
};
const how = z.object(howFields);
export type HowBody = z.infer<typeof how>;

type Deps = { chain: LocalChain; wallet: TestWallet; addressOf(person: string): string };

const addressShape = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const lookalikeBaseUnits = 1_000_000_000_000n;

/** Creates the fake token at once: payer and payee need an account of it before the payment. */
function mintOf(asset: HowBody['asset'], url: string, { chain, wallet }: Deps): string | null {
  if (asset === 'sol') return null;
  if (asset === 'usdc') return chain.usdcMint;
  const owners = [wallet.address, parsePayUrl(url).recipient];
  return chain.controls.airdropLookalike(owners, lookalikeBaseUnits);
}

/** @throws AppError `invalid_request` when the payment cannot be made that way */
export function readHow(url: string, body: HowBody, deps: Deps): PayHow {
  const { amount_base_units, omit_reference, as_v0, with_guards, fail, times } = body;
  const { in_halves, junk_first, asset, to, along } = body;
  return {
    ...(amount_base_units !== undefined && { amountBaseUnits: BigInt(amount_base_units) }),
    ...(omit_reference !== undefined && { omitReference: omit_reference }),
    ...(as_v0 !== undefined && { asV0: as_v0 }),
    ...(with_guards !== undefined && { withGuards: with_guards }),
    ...(fail !== undefined && { fails: fail }),
    ...(times !== undefined && { times }),
    ...(in_halves !== undefined && { inHalves: in_halves }),
    ...(junk_first !== undefined && { junkFirst: junk_first }),
    ...(asset !== undefined && { mint: mintOf(asset, url, deps) }),
    ...(to !== undefined && { recipient: addressShape.test(to) ? to : deps.addressOf(to) }),
    ...(along !== undefined && { along }),
  };
}
