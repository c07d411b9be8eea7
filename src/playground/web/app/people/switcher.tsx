import { useRef, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import type { Translate } from '../copy/texts.js';
import { Icon } from '../icons.js';
import { stepFocus } from '../surface/menu.js';
import { Popout } from '../surface/popout.js';
import { useTheme } from '../theme.js';

/** The people whose part the texts describe. */
const described = ['mia', 'max', 'olga', 'sam', 'noor'] as const;

function partOf({ username, roles }: { username: string; roles: string[] }, t: Translate) {
  const name = described.find((each) => each === username);
  return name
    ? { title: t(`playground.people.${name}.role`), may: t(`playground.people.${name}.may`) }
    : { title: roles[0] ?? t('playground.people.mia.role'), may: '' };
}

/** The acting member and the theme, below the channels. */
export function MemberSwitcher(props: { onMember(name: string): void; onTour(): void; onReset(): void }) {
  const { onMember, onTour, onReset } = props;
  const { t, world, memberId } = useActing();
  const face = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { theme, next } = useTheme();
  const me = world.people.find(({ id }) => id === memberId);
  const after = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  if (!me) return null;
  const [first] = world.guilds;
  const here = world.guild.members.find(({ id }) => id === memberId);
  // The texts about the people describe their part in the first server.
  const titleHere =
    world.guild.id === first?.id ? partOf(me, t).title : (here?.roles[0] ?? t('playground.people.mia.role'));
  return (
    <div class="me">
      <button
        ref={face}
        type="button"
        class="me-face"
        aria-expanded={open}
        title={t('playground.people.act')}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={me.display_name} color={me.avatar_color} size={34} online />
        <span class="me-name">
          <b>{me.display_name}</b>
          <small>{titleHere}</small>
        </span>
        <span class="me-switch">{t('playground.people.switch')}</span>
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t(`playground.theme.${theme}`)}
        title={t(`playground.theme.${theme}`)}
        onClick={next}
      >
        <Icon name={theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'auto'} size={19} />
      </button>
      {open && face.current && (
        <Popout anchor={face.current} look="me-menu" onClose={() => setOpen(false)}>
          <h4>{t('playground.people.title')}</h4>
          <ul aria-label={t('playground.people.title')} onKeyDown={(event) => stepFocus(event, 'button')}>
            {world.people.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  aria-pressed={person.id === memberId}
                  onClick={() => {
                    setOpen(false);
                    onMember(person.username);
                  }}
                >
                  <Avatar name={person.display_name} color={person.avatar_color} size={36} />
                  <span class="me-name">
                    <b>
                      {person.display_name} <em>{partOf(person, t).title}</em>
                    </b>
                    <small>{partOf(person, t).may}</small>
                  </span>
                  {person.id === memberId && <Icon name="check" size={18} />}
                </button>
              </li>
            ))}
          </ul>
          <Languages />
          <div class="me-more">
            <button type="button" class="link" onClick={after(onTour)}>
              {t('playground.tour.start.button')}
            </button>
            {world.offers.reset && (
              <button type="button" class="link" onClick={after(onReset)}>
                {t('playground.reset.button')}
              </button>
            )}
          </div>
        </Popout>
      )}
    </div>
  );
}

const languageName = (locale: string): string =>
  `${locale}: ${new Intl.DisplayNames([locale], { type: 'language', style: 'short' }).of(locale) ?? locale}`;

/** The languages of the acting member's Discord and of the server. */
function Languages() {
  const { t, world, actor, person, memberId, attempt } = useActing();
  const me = world.people.find(({ id }) => id === memberId);
  return (
    <div class="me-languages">
      <LanguageSelect
        label={t('playground.people.language')}
        value={me?.locale ?? ''}
        locales={world.locales}
        onChange={(locale) => void attempt(person.speaks(locale))}
      />
      <LanguageSelect
        label={t('playground.people.server_language')}
        value={world.guild.locale}
        locales={world.locales}
        onChange={(locale) => void attempt(actor.usesLocale(locale, world.guild.id))}
      />
    </div>
  );
}

function LanguageSelect(props: {
  label: string;
  value: string;
  locales: readonly string[];
  onChange(locale: string): void;
}) {
  const { label, value, locales, onChange } = props;
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {languageName(locale)}
          </option>
        ))}
      </select>
    </label>
  );
}
