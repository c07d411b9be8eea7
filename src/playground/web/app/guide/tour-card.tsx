import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { tour } from './tour.js';

/** The current stop of the tour, above the messages: the list of options covers the place above the message box. */
export function TourCard({ step, onStep }: { step: number; onStep(step: number | null): void }) {
  const { t, world } = useActing();
  const stop = tour[step];
  if (!stop) return null;
  const nameOf = (username: string) =>
    world.people.find((person) => person.username === username)?.display_name ?? username;
  const isLast = step === tour.length - 1;
  return (
    <section class="tour" aria-label={t('playground.tour.label')}>
      <p aria-live="polite">{stop.says(t, nameOf(stop.member), { member: nameOf('mia') })}</p>
      <footer>
        <small>{t('playground.tour.place', { step: step + 1, count: tour.length })}</small>
        {step > 0 && (
          <button type="button" class="button secondary" onClick={() => onStep(step - 1)}>
            {t('playground.tour.back.button')}
          </button>
        )}
        <button type="button" class="button primary" onClick={() => onStep(isLast ? null : step + 1)}>
          {t(isLast ? 'playground.tour.end.button' : 'playground.tour.next.button')}
        </button>
        {!isLast && (
          <button
            type="button"
            class="icon-button"
            aria-label={t('playground.tour.end.button')}
            onClick={() => onStep(null)}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </footer>
    </section>
  );
}
