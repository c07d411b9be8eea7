import type { SeenChain } from '../../../actor/client.js';

/** One press: the control's name and body in the actor API, what it does, and whether it is so now. */
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
        label: 'Goes on',
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
      { label: 'Roll back', name: 'rollback', does: 'Forgets everything that is not final, as a lost fork' },
      { label: '+ 20 slots', name: 'advance', body: { slots: 20 }, does: 'Lets time pass on the chain' },
    ],
  },
  {
    title: 'The node',
    controls: [
      node('Well', 'healthy', 'Answers as it should'),
      node('Down', 'down', 'Answers 503 to everything'),
      node('Busy', 'rate_limited', 'Answers 429: too many requests'),
      node('Silent', 'silent', 'Takes every question and never answers'),
      node('Garbled', 'garbled', 'Breaks off in the middle of each answer'),
    ],
  },
  {
    title: 'What it shows',
    controls: [
      {
        label: 'Up to date',
        name: 'view',
        body: {},
        does: 'Every block there is',
        isOn: ({ lag_slots, transactions_hidden }) => lag_slots === 0 && !transactions_hidden,
      },
      {
        label: '40 slots behind',
        name: 'view',
        body: { lag_slots: 40 },
        does: 'An old state of the chain',
        isOn: ({ lag_slots }) => lag_slots > 0,
      },
      {
        label: 'No transactions',
        name: 'view',
        body: { transactions_hidden: true },
        does: 'Knows signatures, but has no transaction to show',
        isOn: ({ transactions_hidden }) => transactions_hidden,
      },
    ],
  },
];
