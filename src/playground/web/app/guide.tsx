import type { SeenMessage } from '../../actor/client.js';
import { readableText } from '../../actor/component.js';
import { type Draft, useActing } from './acting.js';
import { Icon } from './icons.js';

type Step = {
  title: string;
  hint: string;
  /** What to do once the bot has said something, the latest word first. */
  onceSaid: [said: RegExp, hint: string][];
  channel: string;
  draft: Draft;
  /** What a member reads when the step is done. */
  done: RegExp;
};

export const steps: Step[] = [
  {
    title: 'Link your wallet',
    hint: 'Press step 1, then Send: the bot answers with a link that only you can see.',
    onceSaid: [
      [/link your solana wallet/i, 'Press Open the page, sign there, come back and press Enter code.'],
    ],
    channel: 'welcome',
    draft: { command: 'link' },
    done: /wallet linked|you have .+ linked/i,
  },
  {
    title: 'Buy credits',
    hint: 'Press step 2, then Send, and choose a pack. The money is not real.',
    onceSaid: [
      [/payment seen/i, 'The payment is on its way; the card changes by itself.'],
      [/pay for \d+ credit/i, 'Press Pay the code in this channel in the wallet, then Approve.'],
      [/choose a pack/i, 'Choose a pack from the menu under the message.'],
    ],
    channel: 'welcome',
    draft: { command: 'buy' },
    done: /credits arrived/i,
  },
  {
    title: 'Make a character',
    hint: 'Press step 3 and describe anybody in a sentence. It comes back as a rigged 3D model.',
    onceSaid: [
      [/making your character|you are next|ahead of you/i, 'A few seconds; the card changes by itself.'],
    ],
    channel: 'rigs',
    draft: {
      command: 'rig text',
      values: { prompt: 'a brave red fox knight with a blue scarf and a golden crown' },
    },
    done: /your character is ready/i,
  },
  {
    title: 'Talk to the agent',
    hint: 'Press step 4, then Send. A thread opens; write in it as to anybody.',
    onceSaid: [],
    channel: 'agent',
    draft: { command: 'talk', values: { message: 'How many credits do I have?' } },
    done: /your talk is open/i,
  },
];

/** Whether an application said this to one member, alone or before everybody. */
const isTold = (memberId: string) => (message: SeenMessage) =>
  message.author.bot &&
  (message.ephemeral || message.interaction?.member_id === memberId || message.content.includes(memberId));

/** Which steps a member has done, read from what the applications told them. */
export function stepsDone(messages: readonly SeenMessage[], memberId: string): number[] {
  const told = messages.filter(isTold(memberId)).map(readableText);
  return steps.flatMap(({ done }, index) => (told.some((text) => done.test(text)) ? [index] : []));
}

/** What to do now: by the newest thing the bot said about this step, else how to begin it. */
function hintFor({ hint, onceSaid }: Step, told: readonly SeenMessage[]): string {
  for (const message of told.toReversed()) {
    const text = readableText(message);
    const next = onceSaid.find(([said]) => said.test(text));
    if (next) return next[1];
  }
  return hint;
}

/** The four things to try, for somebody who sees all this for the first time. */
export function Guide(props: {
  done: ReadonlySet<number>;
  messages: readonly SeenMessage[];
  onStep(index: number): void;
  onHide(): void;
}) {
  const { world, memberId } = useActing();
  const next = steps.findIndex((_, index) => !props.done.has(index));
  const current = steps[next];
  return (
    <section class="guide" aria-label="First steps">
      <ol>
        {steps.map(({ title, draft }, index) => {
          const state = props.done.has(index) ? 'done' : index === next ? 'next' : 'later';
          return (
            <li key={title} class={state}>
              <button type="button" onClick={() => props.onStep(index)}>
                <span class="guide-mark">
                  {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
                </span>
                <span>
                  <b>{title}</b>
                  <code>/{draft.command}</code>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <p aria-live="polite">
        {current
          ? hintFor(current, props.messages.filter(isTold(memberId)))
          : `That was all of it. Type / to see every command of ${world.bots[0]?.name ?? 'the bot'}.`}
      </p>
      <button type="button" class="guide-hide" aria-label="Hide the first steps" onClick={props.onHide}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
