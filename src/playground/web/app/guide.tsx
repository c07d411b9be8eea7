import type { SeenMessage } from '../../actor/client.js';
import { readableText } from '../../actor/component.js';
import { type Draft, useActing } from './acting.js';
import { Icon } from './icons.js';

type Step = {
  title: string;
  hint: string;
  channel: string;
  draft: Draft;
  /** What a member reads when the step is done. */
  done: RegExp;
};

export const steps: Step[] = [
  {
    title: 'Link your wallet',
    hint: 'Send /link, open the page, sign there with the playground wallet, then enter the code.',
    channel: 'welcome',
    draft: { command: 'link' },
    done: /wallet linked|you have .+ linked/i,
  },
  {
    title: 'Buy credits',
    hint: 'Send /buy and choose a pack, then press Pay in the wallet.',
    channel: 'welcome',
    draft: { command: 'buy' },
    done: /credits arrived/i,
  },
  {
    title: 'Make a character',
    hint: 'Describe anybody in a sentence. It comes back as a rigged 3D model.',
    channel: 'rigs',
    draft: {
      command: 'rig text',
      values: { prompt: 'a brave red fox knight with a blue scarf and a golden crown' },
    },
    done: /your character is ready/i,
  },
  {
    title: 'Talk to the agent',
    hint: 'A thread opens; write in it as to anybody.',
    channel: 'agent',
    draft: { command: 'talk', values: { message: 'How many credits do I have?' } },
    done: /your talk is open/i,
  },
];

/** Which steps a member has done, read from what the applications told them. */
export function stepsDone(messages: readonly SeenMessage[], memberId: string): number[] {
  const told = messages
    .filter(({ author, ephemeral, interaction, content }) => {
      return author.bot && (ephemeral || interaction?.member_id === memberId || content.includes(memberId));
    })
    .map(readableText);
  return steps.flatMap(({ done }, index) => (told.some((text) => done.test(text)) ? [index] : []));
}

/** The four things to try, for somebody who sees all this for the first time. */
export function Guide(props: { done: ReadonlySet<number>; onStep(index: number): void; onHide(): void }) {
  const { world } = useActing();
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
      <p>
        {current
          ? current.hint
          : `That was all of it. Type / to see every command of ${world.bots[0]?.name ?? 'the bot'}.`}
      </p>
      <button type="button" class="guide-hide" aria-label="Hide the first steps" onClick={props.onHide}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
