import { useActing } from '../acting.js';
import { Icon } from '../icons.js';

/** The counter appears when this share of the limit is used. */
const SHOWN_FROM = 0.8;

export const isTooLong = (text: string, max: number | null): boolean => max !== null && text.length > max;

/** Under the message box: how much of the limit is used, and what to do when it is exceeded or the line is down. */
export function BoxNotes({ text, max }: { text: string; max: number | null }) {
  const { t, connected } = useActing();
  const count = text.length;
  const over = max === null ? 0 : count - max;
  return (
    <>
      {!connected && (
        <p class="refusal" role="status">
          <Icon name="warning" size={16} /> {t('playground.composer.offline')}
        </p>
      )}
      {max !== null && count >= max * SHOWN_FROM && (
        <p class={over > 0 ? 'length refusal' : 'length'} role="status">
          {over > 0 && (
            <>
              <Icon name="warning" size={16} /> {t('playground.composer.too_long', { count: over })}
            </>
          )}
          <span>{t('playground.composer.count', { count, max })}</span>
        </p>
      )}
    </>
  );
}
