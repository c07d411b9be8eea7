import { type APIEntitlement, type REST, Routes } from 'discord.js';
import type { Log } from '../../base/log.js';
import { proveEntitlement } from '../../contract/entitlement.js';
import { grantEntitlement } from '../../contract/payments.js';
import { type Card, note } from '../cards/card.js';
import type { SendDirect } from '../direct.js';
import type { Sessions } from '../session/flow.js';
import { creditsText } from '../text.js';

/** A consumable somebody bought inside Discord. */
export type Bought = Pick<APIEntitlement, 'id' | 'sku_id' | 'user_id' | 'consumed' | 'deleted'>;

const pageSize = 100;

const arrivedCard = (credits: number): Card =>
  note(`${creditsText(credits)} arrived`, 'Thank you. They were bought in Discord.', 'good');
const unlinkedCard = (credits: number): Card =>
  note(
    `${creditsText(credits)} wait for you`,
    'Link a wallet with `/link` in the server, and they are yours a minute later.',
    'waiting',
  );

/**
 * Discord's own shop as a second way to pay. An entitlement is first credited, under its id and so once, then
 * consumed; whatever ends in between begins again at the next round, which reads what was not consumed.
 */
export function createPremium(options: {
  skus: ReadonlyMap<string, number>;
  secret: string;
  applicationId: () => string;
  rest: Pick<REST, 'get' | 'post'>;
  sessions: Sessions;
  sendDirect: SendDirect;
  log: Log;
}) {
  const { skus, secret, applicationId, rest, sessions, sendDirect, log } = options;

  /** @returns whether the credits are with their owner */
  const settle = async ({ id, sku_id, user_id, consumed, deleted }: Bought): Promise<boolean> => {
    const credits = skus.get(sku_id);
    if (credits === undefined || !user_id || consumed || deleted) return true;
    const wallet = await sessions.walletOf(user_id);
    if (!wallet) return false;
    const bought = { entitlement_id: id, credits };
    const proof = proveEntitlement(secret, { ...bought, user_id: wallet.userId });
    await sessions.serviceOf(user_id, wallet.address).call(grantEntitlement, { body: { ...bought, proof } });
    await sendDirect(user_id, arrivedCard(credits), `entitlement/${id}`);
    await rest.post(Routes.consumeEntitlement(applicationId(), id));
    return true;
  };

  const postpone = (error: unknown, id: string) =>
    log.warn({ err: error, entitlement: id }, 'an entitlement was not credited yet; it is looked at again');

  /** Everything not consumed, oldest first. */
  async function* pending(): AsyncGenerator<Bought> {
    for (let after = '0'; ; ) {
      const query = new URLSearchParams({ after, limit: String(pageSize), exclude_ended: 'true' });
      const page = (await rest.get(Routes.entitlements(applicationId()), { query })) as Bought[];
      yield* page.filter(({ consumed }) => !consumed);
      const last = page.at(-1);
      if (page.length < pageSize || !last) return;
      after = last.id;
    }
  }

  return {
    /** Discord said that somebody bought something. */
    async arrive(bought: Bought): Promise<void> {
      const isDone = await settle(bought).catch((error) => postpone(error, bought.id));
      const credits = skus.get(bought.sku_id);
      if (isDone === false && credits !== undefined && bought.user_id)
        await sendDirect(bought.user_id, unlinkedCard(credits), `entitlement/${bought.id}/waits`);
    },
    /** One round over everything bought that was not consumed. */
    async sweep(): Promise<void> {
      for await (const bought of pending()) await settle(bought).catch((error) => postpone(error, bought.id));
    },
  };
}
