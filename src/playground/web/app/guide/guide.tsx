import { useEffect, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { type Facts, steps } from './steps.js';

const KEY = 'rigsmith playground guide';

/** Four first steps for a new visitor. */
export function Guide({ facts, onStep }: { facts: Facts; onStep(index: number): void }) {
  const { world } = useActing();
  const [hidden, setHidden] = useState(() => localStorage.getItem(KEY) === 'hidden');
  const done = useDone(facts);
  if (hidden) return null;
  const next = steps.findIndex((_, index) => !done.has(index));
  const hide = () => {
    localStorage.setItem(KEY, 'hidden');
    setHidden(true);
  };
  return (
    <section class="guide" aria-label="First steps">
      <ol>
        {steps.map(({ title, draft }, index) => {
          const state = done.has(index) ? 'done' : index === next ? 'next' : 'later';
          return (
            <li key={title} class={state}>
              <button type="button" onClick={() => onStep(index)}>
                <span class="guide-mark">
                  {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
                </span>
                <span>
                  <b>{title}</b>
                  <code>/{draft.command}</code>
                </span>
                {state === 'done' && <span class="sr-only"> is done</span>}
              </button>
            </li>
          );
        })}
      </ol>
      <p aria-live="polite">
        {steps[next]?.hint(facts) ??
          `You're done. Type / to see every command of ${world.bots[0]?.name ?? 'the bot'}.`}
      </p>
      <button type="button" class="guide-hide icon-button" aria-label="Hide the first steps" onClick={hide}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}

/** A finished step stays finished, even when its message is dismissed. */
function useDone(facts: Facts): ReadonlySet<number> {
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const found = steps.flatMap((step, index) => (step.isDone(facts) ? [index] : []));
    setDone((now) => (found.every((index) => now.has(index)) ? now : new Set([...now, ...found])));
  }, [facts]);
  return done;
}
