import { createHash } from 'node:crypto';
import { DiscordAPIError, type REST } from 'discord.js';
import type { VirtualTime } from '../../../bench/relay/time.js';
import type { Post } from '../../../src/bot/cards/card.js';
import type { Dice } from '../schedule/dice.js';

/** What Discord does to one kind of request for some seconds, then to another. */
const failures = [
  { status: 403, code: 50001 }, // missing access
  { status: 403, code: 50013 }, // missing permissions
  { status: 401, code: 50027 }, // the token ended before its time
  { status: 404, code: 10015 }, // unknown webhook
  { status: 429, code: 0 },
  { status: 500, code: 0 },
  { status: 0, code: 0 }, // the socket is reset
] as const;
/** Those that say no, and not later. */
const refusals = failures.slice(0, 4);
type Kind = 'edit' | 'direct';

/** The nonce Discord knows a message by, as the messenger makes it from its key. */
export const nonceOf = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 25);

const directChannel = 'direct';

/** Discord's REST interface as the real messenger asks it, refusing one kind of request after the other. */
export function createRefusingRest(deps: {
  time: VirtualTime;
  dice: Dice;
  isCalm(): boolean;
  /** Shows the card; false when it was dismissed, or its token has ended. */
  show(post: Post): boolean;
  /** Takes a message, once a nonce. */
  take(nonce: string, post: Post): void;
}) {
  const { time, dice, isCalm, show, take } = deps;
  const refused: Record<Kind, number> = { edit: 0, direct: 0 };
  type Trouble = { failure: (typeof failures)[number]; until: number };
  const troubles = new Map<Kind, Trouble>();
  const lasting = new Set<Kind>(dice.pick([[], ['edit'], ['direct'], ['edit', 'direct']]));

  /** What happens to this kind just now; some kinds are refused for good. */
  const troubleOf = (kind: Kind): Trouble['failure'] | null => {
    if (lasting.has(kind)) return dice.pick(refusals);
    if (isCalm()) return null;
    const known = troubles.get(kind);
    if (known && time.now() < known.until) return known.failure;
    if (!dice.chance(0.3)) return null;
    const failure = dice.pick(failures);
    troubles.set(kind, { failure, until: time.now() + 2_000 + dice.int(15_000) });
    return failure;
  };
  const fail = async (method: string, { status, code }: (typeof failures)[number]) => {
    if (status === 429) return void (await time.sleep(2_000)); // discord.js waits, then sends it again
    if (status === 0) throw new Error('read ECONNRESET');
    throw new DiscordAPIError({ code, message: 'refused' }, code, status, method, 'a route', {});
  };
  const meet = async (kind: Kind, method: string) => {
    await time.sleep(20 + dice.int(300));
    const failure = troubleOf(kind);
    if (!failure) return;
    refused[kind] += 1;
    await fail(method, failure);
  };
  const unknownMessage = () =>
    new DiscordAPIError({ code: 10008, message: 'gone' }, 10008, 404, 'PATCH', '', {});

  const rest = {
    async patch(_route: string, { body }: { body: Post }) {
      await meet('edit', 'PATCH');
      if (!show(body)) throw unknownMessage();
      return {};
    },
    async post(route: string, { body }: { body: Post & { nonce: string } }) {
      await meet('direct', 'POST');
      if (route.includes('@me')) return { id: directChannel };
      take(body.nonce, body);
      return { id: '1' };
    },
  };
  return { rest: rest as unknown as REST, refused };
}
