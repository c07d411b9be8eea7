import type { SeenChain } from '../../../actor/client.js';

/** One button: the control's name and body in the actor API, its effect, and whether it is active. */
export type Control = {
  label: string;
  name: string;
  body?: object;
  does: string;
  isOn?(chain: SeenChain): boolean;
};
type Group = { title: string; controls: Control[] };

const node = (label: string, mood: SeenChain['mood'], does: string): Control => ({
  label,
  name: 'rpc',
  body: { mood },
  does,
  isOn: (chain) => chain.mood === mood,
});

export const chainGroups: Group[] = [
  {
    title: 'Finality',
    controls: [
      {
        label: 'Running',
        name: 'resume_finality',
        does: 'Blocks become final after a second or two',
        isOn: ({ finality_held }) => !finality_held,
      },
      {
        label: 'Held',
        name: 'pause_finality',
        does: 'Payments are confirmed, but never become final',
        isOn: ({ finality_held }) => finality_held,
      },
    ],
  },
  {
    title: 'Blocks',
    controls: [
      {
        label: 'Roll back',
        name: 'rollback',
        does: 'Drops every transaction that is not final, as a losing fork',
      },
      { label: '+ 20 slots', name: 'advance', body: { slots: 20 }, does: 'Advances the chain by 20 slots' },
    ],
  },
  {
    title: 'The node',
    controls: [
      node('Healthy', 'healthy', 'Answers normally'),
      node('Down', 'down', 'Answers every request with 503'),
      node('Busy', 'rate_limited', 'Answers 429: too many requests'),
      node('Silent', 'silent', 'Accepts requests and never answers'),
      node('Garbled', 'garbled', 'Cuts off every answer in the middle'),
    ],
  },
  {
    title: 'Node data',
    controls: [
      {
        label: 'Up to date',
        name: 'view',
        body: {},
        does: 'Shows every block',
        isOn: ({ lag_slots, transactions_hidden }) => lag_slots === 0 && !transactions_hidden,
      },
      {
        label: '40 slots behind',
        name: 'view',
        body: { lag_slots: 40 },
        does: 'Shows an old state of the chain',
        isOn: ({ lag_slots }) => lag_slots > 0,
      },
      {
        label: 'No transactions',
        name: 'view',
        body: { transactions_hidden: true },
        does: 'Lists signatures but returns no transactions',
        isOn: ({ transactions_hidden }) => transactions_hidden,
      },
    ],
  },
];
