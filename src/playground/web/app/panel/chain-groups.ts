import type { SeenChain } from '../../../actor/client.js';
import type { TextKey } from '../copy/texts.js';

type GroupText = Extract<TextKey, `playground.chain.group.${string}`>;
/** The text of a button; that of its effect ends with `.hint`. */
type ControlText = Exclude<Extract<TextKey, `playground.chain.${string}`>, `${string}.hint` | GroupText>;

/** One button: its text, the control's name and body in the actor API, and whether it is active. */
export type Control = {
  text: ControlText;
  name: string;
  body?: object;
  isOn?(chain: SeenChain): boolean;
};
type Group = { title: GroupText; controls: Control[] };

const node = (text: ControlText, mood: SeenChain['mood']): Control => ({
  text,
  name: 'rpc',
  body: { mood },
  isOn: (chain) => chain.mood === mood,
});

export const chainGroups: Group[] = [
  {
    title: 'playground.chain.group.finality',
    controls: [
      {
        text: 'playground.chain.running',
        name: 'resume_finality',
        isOn: ({ finality_held }) => !finality_held,
      },
      {
        text: 'playground.chain.held',
        name: 'pause_finality',
        isOn: ({ finality_held }) => finality_held,
      },
    ],
  },
  {
    title: 'playground.chain.group.blocks',
    controls: [
      {
        text: 'playground.chain.roll_back',
        name: 'rollback',
      },
      { text: 'playground.chain.plus_20_slots', name: 'advance', body: { slots: 20 } },
    ],
  },
  {
    title: 'playground.chain.group.the_node',
    controls: [
      node('playground.chain.healthy', 'healthy'),
      node('playground.chain.down', 'down'),
      node('playground.chain.busy', 'rate_limited'),
      node('playground.chain.silent', 'silent'),
      node('playground.chain.garbled', 'garbled'),
    ],
  },
  {
    title: 'playground.chain.group.node_data',
    controls: [
      {
        text: 'playground.chain.up_to_date',
        name: 'view',
        body: {},
        isOn: ({ lag_slots, transactions_hidden }) => lag_slots === 0 && !transactions_hidden,
      },
      {
        text: 'playground.chain.40_slots_behind',
        name: 'view',
        body: { lag_slots: 40 },
        isOn: ({ lag_slots }) => lag_slots > 0,
      },
      {
        text: 'playground.chain.no_transactions',
        name: 'view',
        body: { transactions_hidden: true },
        isOn: ({ transactions_hidden }) => transactions_hidden,
      },
    ],
  },
];
