import { expect, it } from 'vitest';
import { AppError } from '../../../../src/base/errors.js';
import { createModerationFlow } from '../../../../src/bot/moderation/flow.js';

const look = { moderatorId: 'max', isModerator: true, memberId: 'mia', guildId: '1' };

/** A bot that knows mia, and the service's answers about her. */
function openModeration(given: {
  wallet?: { address: string; ended: string | null } | null;
  isMember?: boolean;
  answers?: Record<string, () => object>;
}) {
  const { wallet = { address: 'Abc', ended: null }, isMember = true, answers = {} } = given;
  const seen: string[] = [];
  const call = async ({ id }: { id: string }) => ({
    body: answers[id]?.() ?? (id === 'readCredits' ? { available: 7 } : { data: [] }),
  });
  const flow = createModerationFlow({
    sessions: { walletsOf: async () => (wallet ? [wallet] : []), serviceOf: () => ({ call }) } as never,
    audit: { add: async ({ targetId }: { targetId: string }) => void seen.push(targetId) } as never,
    isMember: async () => isMember,
    ask: refuses('not_found'),
    presence: { rolesOf: async () => [] },
    unlinkAll: async () => 0,
  });
  return { flow, seen };
}
const refuses = (code: ConstructorParameters<typeof AppError>[0]) => (): never => {
  throw new AppError(code);
};

it('a moderator reads the credits of a member of the server, and the access is logged', async () => {
  const { flow, seen } = openModeration({});
  expect(await flow.readCredits(look)).toMatchObject({ address: 'Abc', balance: { available: 7 } });
  expect(seen).toEqual(['mia']);
});

it('a moderator does not read the credits of a person of another server', async () => {
  const { flow, seen } = openModeration({ isMember: false });
  await expect(flow.readCredits(look)).rejects.toThrow('moderation.error.stranger');
  expect(seen).toEqual([]);
});

it('a moderator sees that a member is signed out, not that they have no wallet', async () => {
  const out = openModeration({ wallet: { address: 'Abc', ended: 'logged_out' } });
  await expect(out.flow.readCredits(look)).rejects.toThrow('moderation.error.signed_out');
  const now = openModeration({ answers: { readCredits: refuses('session_expired') } });
  await expect(now.flow.readCredits(look)).rejects.toMatchObject({
    code: 'not_found',
    message: 'moderation.error.signed_out',
  });
  const none = openModeration({ wallet: null });
  await expect(none.flow.readCredits(look)).rejects.toThrow('moderation.error.no_wallet');
});

it('a moderator reads the balance when the service has no ledger to read', async () => {
  const { flow } = openModeration({ answers: { listCreditEntries: refuses('not_found') } });
  expect(await flow.readCredits(look)).toMatchObject({ balance: { available: 7 }, entries: [] });
});
