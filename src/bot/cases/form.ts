import type { PaymentCase } from '../../contract/payment-cases.js';
import type { Translate } from '../../copy/translate.js';
import { type Card, note } from '../cards/card.js';
import { type Form, lineField } from '../cards/form.js';
import { encodeCustomId } from '../custom-id.js';
import { type Decision, decisionsFor } from './decisions.js';

/** Fields of the form. */
export const caseFields = { purchase: 'purchase', signature: 'signature', note: 'note' } as const;

/** @param owner the operator who pressed */
export function decisionForm(
  shown: PaymentCase,
  decision: Decision['decision'],
  owner: string,
  t: Translate,
): Form {
  const { needsPurchase } = decisionsFor(shown);
  return {
    custom_id: encodeCustomId({
      command: 'mod',
      action: 'decided',
      owner,
      argument: `${decision}:${shown.id}`,
    }),
    title: t(`cases.${decision}.form.title`),
    components: [
      ...(decision === 'credit' && needsPurchase
        ? [lineField(t('cases.form.purchase.label'), caseFields.purchase, { max_length: 64 })]
        : []),
      ...(decision === 'refund'
        ? [lineField(t('cases.form.signature.label'), caseFields.signature, { max_length: 100 })]
        : []),
      lineField(t('cases.form.note.label'), caseFields.note, { max_length: 300, required: false }),
    ],
  };
}

export const decidedCard = (id: string, t: Translate): Card =>
  note(t('cases.decided.title', { id }), t('cases.decided.text'), 'good');
