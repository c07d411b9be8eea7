import { useEffect, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { shortAddress } from '../panel/amount.js';

/** Greets a visitor with a character, and makes their first one on a press. */
export function Welcome() {
  const { t, world, person, channel, progress, wallet, attempt, say } = useActing();
  const [busy, setBusy] = useState(false);
  const [linked, setLinked] = useState(false);
  const make = async () => {
    const link = !progress.isLinked;
    setBusy(true);
    const wanted = { link, prompt: firstPrompt, channel: channel?.id ?? '' };
    const made = await attempt(person.makesFirstCharacter(wanted).then(() => true));
    if (made && link) setLinked(true);
    setBusy(false);
  };
  // The wallet may be read only after the press.
  const says = linked && wallet && t('playground.welcome.linked', { address: shortAddress(wallet.address) });
  useEffect(() => {
    if (says) say(says); // new messages push the greeting up
  }, [says]);
  return (
    <section class="hello">
      <picture>
        <source media="(prefers-reduced-motion: reduce)" srcset="/character-still.webp" />
        <img
          src="/character.webp"
          alt={t('playground.welcome.picture')}
          width="240"
          height="240"
          fetchpriority="low"
        />
      </picture>
      <div>
        <p class="hello-text">{t('playground.welcome.text')}</p>
        {world.offers.first_character && !progress.hasCharacter && (
          <button type="button" class="button primary" aria-busy={busy} disabled={busy} onClick={make}>
            {t(busy ? 'playground.welcome.making' : 'playground.welcome.make.button')}
          </button>
        )}
        {says && (
          <p class="quiet" role="status">
            {says}
          </p>
        )}
        <p class="quiet">{t('playground.welcome.local')}</p>
        <a class="hello-gallery" href="/gallery.webp" target="_blank" rel="noreferrer">
          {t('playground.welcome.gallery')} <Icon name="external" size={14} />
        </a>
      </div>
    </section>
  );
}

/** The character in the picture. */
const firstPrompt = 'a brave red fox knight with a blue scarf and a golden crown';
