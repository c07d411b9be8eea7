import { AppError } from '../../base/errors.js';
import type { Clock } from '../discord/types.js';
import type { BehaviourName } from '../wallet/behaviour.js';

/** A text some page on this machine wants signed. */
export type SignRequest = {
  id: string;
  /** The page that asks. */
  origin: string;
  text: string;
  askedAt: number;
  state: 'pending' | 'signed' | 'rejected';
};

/** What one wallet was asked to sign, how it behaves then, and whether its owner wants to be asked first. */
export type SigningDesk = {
  asksFirst: boolean;
  behaviour: BehaviourName;
  requests(): SignRequest[];
  /** Resolves when the owner agreed (at once unless `asksFirst`). @throws AppError `forbidden` when not */
  ask(origin: string, text: string): Promise<void>;
  /** @throws AppError `not_found` for a request that does not wait */
  decide(id: string, agreed: boolean): SignRequest;
};

const OWNER_HAS_MS = 2 * 60_000;
const REMEMBERED = 20;

/** @param signal ends every wait, when the playground closes */
export function createSigningDesk({ clock, signal }: { clock: Clock; signal: AbortSignal }): SigningDesk {
  const requests: SignRequest[] = [];
  const waiting = new Map<string, (agreed: boolean) => void>();
  let asked = 0;

  const desk: SigningDesk = {
    asksFirst: false,
    behaviour: 'phantom',
    requests: () => [...requests],
    async ask(origin, text) {
      asked += 1;
      const request: SignRequest = {
        id: `sgn_${asked}`,
        origin,
        text,
        askedAt: clock.now(),
        state: desk.asksFirst ? 'pending' : 'signed',
      };
      requests.push(request);
      requests.splice(0, requests.length - REMEMBERED);
      if (!desk.asksFirst) return;
      const decision = new Promise<boolean>((resolve) => waiting.set(request.id, resolve));
      const patience = clock.sleep(OWNER_HAS_MS, signal).then(
        () => false,
        () => false,
      );
      const agreed = await Promise.race([decision, patience]);
      waiting.delete(request.id);
      request.state = agreed ? 'signed' : 'rejected';
      if (!agreed) throw new AppError('forbidden', 'The wallet did not sign: its owner said no.');
    },
    decide(id, agreed) {
      const request = requests.find((each) => each.id === id);
      const resolve = waiting.get(id);
      if (!request || !resolve) throw new AppError('not_found', 'The wallet has no such request waiting.');
      waiting.delete(id);
      request.state = agreed ? 'signed' : 'rejected';
      resolve(agreed);
      return request;
    },
  };
  return desk;
}
