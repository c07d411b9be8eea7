import { describe, expect, it } from 'vitest';
import { answerWords } from '../../../../src/bot/talk/cards/talk.js';
import { emptyView, type TalkView } from '../../../../src/bot/talk/view.js';
import { t } from '../../../support/copy.js';

/** The buttons below an answer. */
function buttonsOf(view: Partial<TalkView>): string[] {
  const shown = { talk: { threadId: '5' }, view: { ...emptyView, runId: 'run_1', ...view }, last: true };
  const { components = [] } = answerWords('…', shown, t);
  return [...JSON.stringify(components).matchAll(/"label":"([^"]+)"/g)].map(([, label = '']) => label);
}

describe('an answer that was stopped', () => {
  it('can be continued from its words', () => {
    expect(buttonsOf({ phase: 'canceled', text: 'Once upon' })).toEqual([
      'Continue',
      'Reply',
      'Regenerate',
      'Branch',
    ]);
  });

  it('can only be made again when it has none, because the service kept nothing to continue', () => {
    expect(buttonsOf({ phase: 'canceled' })).toEqual(['Reply', 'Regenerate', 'Branch']);
  });
});

it('an answer that is complete cannot be continued, one that the model cut can', () => {
  expect(buttonsOf({ phase: 'done', text: 'Done.' })).not.toContain('Continue');
  expect(buttonsOf({ phase: 'done', text: 'And then', isCut: true })).toContain('Continue');
});
