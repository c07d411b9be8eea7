import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { Dots } from './dots.js';
import type { ComponentProps } from './part.js';
import { object, rawText } from './raw.js';

const styles: Record<number, string> = {
  1: 'primary',
  2: 'secondary',
  3: 'success',
  4: 'danger',
  5: 'link',
  6: 'premium',
};
const LINK = 5;
const PREMIUM = 6;

/** A button: a link opens its address, a premium button buys, any other sends an interaction. */
export function Button({ part, message }: ComponentProps) {
  const { t, person, attempt } = useActing();
  const [busy, setBusy] = useState(false);
  const style = Number(part.style);
  const emoji = emojiText(object(part.emoji));
  const label = rawText(part.label) || (style === PREMIUM ? t('playground.message.store.button') : '');
  const look = `button ${styles[style] ?? 'secondary'}`;
  const face = (
    <>
      {emoji && <i class="emoji">{emoji}</i>}
      {label && <span class="button-label">{label}</span>}
    </>
  );
  const isOff = part.disabled === true;
  if (style === LINK && !isOff)
    return (
      <a class={look} href={rawText(part.url)} title={rawText(part.url)} target="_blank" rel="noreferrer">
        {face} <Icon name="external" size={15} />
      </a>
    );
  const press = async () => {
    setBusy(true);
    const which = { customId: rawText(part.custom_id) };
    await attempt<unknown>(
      style === PREMIUM
        ? person.buys(rawText(part.sku_id))
        : person.clicks(which, { channel: message.channel_id, message: message.id }),
    );
    setBusy(false);
  };
  return (
    <button
      type="button"
      class={look}
      aria-label={label || emoji}
      disabled={isOff || busy || style === LINK}
      aria-busy={busy}
      onClick={press}
    >
      {busy ? <Dots /> : face}
    </button>
  );
}

/** Custom emoji have no picture here, so their name is shown. */
export const emojiText = (emoji: ReturnType<typeof object>): string =>
  typeof emoji.id === 'string' && emoji.id ? `:${rawText(emoji.name)}:` : rawText(emoji.name);
