import type { Saying } from '../discord/saying.js';
import type { Clock } from '../discord/types.js';
import type { BehaviourName } from '../wallet/behaviour.js';
import type { Described } from '../wallet/described.js';
import { SaidError, say } from '../wallet/sayings.js';

/** A request of another page on this machine to sign a text, or to sign and send a transaction. */
export type SignRequest = {
  id: string;
  /** Origin of the requesting page. */
  origin: string;
  /** Empty for a transaction. */
  text: string;
  /** What the transaction does; null for a text. */
  payment: Described | null;
  askedAt: number;
  state: 'pending' | 'signed' | 'rejected';
  /** Of a transaction that was sent. */
  signature: string | null;
  failed: boolean;
};

/** Signing requests to one wallet, its behaviour, and whether it asks its owner first. */
export type SigningDesk = {
  asksFirst: boolean;
  behaviour: BehaviourName;
  requests(): SignRequest[];
  /**
   * Resolves when the owner approves, at once unless `asksFirst`.
   * @param what `refusal`: the sentence of an owner who always declines, and is not asked
   * @throws AppError `forbidden` on rejection
   */
  ask(
    origin: string,
    what: { text: string; payment: Described | null; refusal: Saying | null },
  ): Promise<SignRequest>;
  /** @throws AppError `not_found` for a request that is not pending */
  decide(id: string, agreed: boolean): SignRequest;
};

const OWNER_HAS_MS = 2 * 60_000;
const REMEMBERED = 20;

/** @param signal aborts pending requests when the playground closes */
export function createSigningDesk({ clock, signal }: { clock: Clock; signal: AbortSignal }): SigningDesk {
  const requests: SignRequest[] = [];
  const waiting = new Map<string, (agreed: boolean) => void>();
  let asked = 0;

  const desk: SigningDesk = {
    asksFirst: true,
    behaviour: 'phantom',
    requests: () => [...requests],
    async ask(origin, { text, payment, refusal }) {
      asked += 1;
      const request: SignRequest = {
        id: `sgn_${asked}`,
        origin,
        text,
        payment,
        askedAt: clock.now(),
        state: refusal !== null ? 'rejected' : desk.asksFirst ? 'pending' : 'signed',
        signature: null,
        failed: false,
      };
      requests.push(request);
      requests.splice(0, requests.length - REMEMBERED);
      if (refusal !== null) throw new SaidError('forbidden', refusal);
      if (!desk.asksFirst) return request;
      const decision = new Promise<boolean>((resolve) => waiting.set(request.id, resolve));
      const patience = clock.sleep(OWNER_HAS_MS, signal).then(
        () => false,
        () => false,
      );
      const agreed = await Promise.race([decision, patience]);
      waiting.delete(request.id);
      request.state = agreed ? 'signed' : 'rejected';
      if (!agreed) throw new SaidError('forbidden', say('wallet_declined'));
      return request;
    },
    decide(id, agreed) {
      const request = requests.find((each) => each.id === id);
      const resolve = waiting.get(id);
      if (!request || !resolve) throw new SaidError('not_found', say('wallet_not_pending'));
      waiting.delete(id);
      request.state = agreed ? 'signed' : 'rejected';
      resolve(agreed);
      return request;
    },
  };
  return desk;
}
