import type { Decision } from '../src/bot/cases/decisions.js';
import { caseFields, decidedCard, decisionForm } from '../src/bot/cases/form.js';
import type { Command } from '../src/bot/command.js';
import { type ComponentOrForm, typedIn } from '../src/bot/interaction/acted.js';

/** A field that the form may not have. */
const optionalIn = (interaction: ComponentOrForm, field: string): string | null => {
  const isThere = interaction.isModalSubmit() && interaction.fields.fields.has(field);
  return (isThere && typedIn(interaction, field).trim()) || null;
};

const isDecision = (text: string | undefined): text is Decision['decision'] =>
  ['credit', 'refund', 'revoke', 'waive'].includes(text ?? '');

/** The argument of a button or form: a decision and the id of a case. */
function read(argument: string): { decision: Decision['decision']; id: string } {
  const [decision, id = ''] = argument.split(':');
  return { decision: isDecision(decision) ? decision : 'credit', id };
}

/** Buttons below a payment case, for operators. A form asks for the rest; sending it decides the case. */
export const modCases = {
  case: {
    acknowledge: 'form',
    async form({ member, argument, flows, t }) {
      const { decision, id } = read(argument);
      return decisionForm(await flows.cases.open(member.id, id), decision, member.id, t);
    },
  },
  decided: {
    acknowledge: 'private',
    isRepeatable: true,
    async run({ interaction, member, argument, flows, t }) {
      const { decision, id } = read(argument);
      await flows.cases.decide(member.id, id, {
        decision,
        intentId: optionalIn(interaction, caseFields.purchase),
        signature: optionalIn(interaction, caseFields.signature),
        note: optionalIn(interaction, caseFields.note),
      });
      return decidedCard(id, t);
    },
  },
} satisfies Command['components'];
