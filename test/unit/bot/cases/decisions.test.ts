import { expect, it } from 'vitest';
import { createCaseDecisions } from '../../../../src/bot/cases/decisions.js';
import type { Http } from '../../../../src/client/http.js';
import { manualClock } from '../../../support/clock.js';

const decision = { decision: 'waive', intentId: null, signature: null, note: null } as const;

function open(state: 'open' | 'over' = 'open') {
  const sent: string[] = [];
  const decisions = createCaseDecisions({
    settings: { secret: 's', operators: ['olga'] },
    store: { find: async () => ({ shown: { id: '4' }, state, messageId: '1' }) as never },
    http: {
      call: async (_: unknown, { body }: { body: { actor: string } }) => sent.push(body.actor),
    } as unknown as Http,
    clock: manualClock(),
    look: () => sent.push('look'),
  });
  return { decisions, sent };
}

it('only operators open and decide cases, and the cards are read again afterwards', async () => {
  const { decisions, sent } = open();
  await expect(decisions.open('max', '4')).rejects.toThrow('cases.error.not_operator');
  await expect(decisions.decide('max', '4', decision)).rejects.toThrow('cases.error.not_operator');
  expect(sent).toEqual([]);
  await decisions.decide('olga', '4', decision);
  expect(sent).toEqual(['olga', 'look']);
});

it('a closed case opens no form', async () => {
  await expect(open('over').decisions.open('olga', '4')).rejects.toThrow('cases.error.closed');
});
