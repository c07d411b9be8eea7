import { useEffect, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { type Facts, steps } from './steps.js';

const KEY = 'rigsmith playground guide';

/** Four first steps for a new visitor; one line once all are done. */
export function Guide({ facts, onStep }: { facts: Facts; onStep(index: number): void }) {
  const { t, world } = useActing();
  const [hidden, setHidden] = useState(() => localStorage.getItem(KEY) === 'hidden');
  const [unfolded, setUnfolded] = useState(false);
  const done = useDone(facts);
  if (hidden) return null;
  const next = steps.findIndex((_, index) => !done.has(index));
  const hint = steps[next]?.hint(facts);
  const isFolded = next === -1 && !unfolded;
  const hide = () => {
    localStorage.setItem(KEY, 'hidden');
    setHidden(true);
  };
  return (
    <section class={isFolded ? 'guide folded' : 'guide'} aria-label={t('playground.guide.label')}>
      {!isFolded && <Steps done={done} next={next} onStep={onStep} />}
      <p aria-live="polite">
        {isFolded && <Icon name="check" size={16} />}
        {hint ? t(hint) : t('playground.guide.done', { bot: world.bots[0]?.name ?? '/' })}
        {isFolded && (
          <button type="button" class="link" onClick={() => setUnfolded(true)}>
            {t('playground.guide.show.button')}
          </button>
        )}
      </p>
      <button
        type="button"
        class="guide-hide icon-button"
        aria-label={t('playground.guide.hide.button')}
        onClick={hide}
      >
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}

function Steps(props: { done: ReadonlySet<number>; next: number; onStep(index: number): void }) {
  const { t } = useActing();
  const { done, next, onStep } = props;
  return (
    <ol>
      {steps.map(({ title, draft }, index) => {
        const state = done.has(index) ? 'done' : index === next ? 'next' : 'later';
        return (
          <li key={title} class={state}>
            <button type="button" onClick={() => onStep(index)}>
              <span class="guide-mark">{state === 'done' ? <Icon name="check" size={16} /> : index + 1}</span>
              <span>
                <b>{t(`playground.guide.${title}.title`)}</b>
                <code>/{draft.command}</code>
              </span>
              {state === 'done' && <span class="sr-only">, {t('playground.guide.finished')}</span>}
            </button>
          </li>
        );
      })}
    </ol>
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
