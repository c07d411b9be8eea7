import { useRef, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { Icon } from '../icons.js';
import { stepFocus } from '../surface/menu.js';
import { Popout } from '../surface/popout.js';
import { useTheme } from '../theme.js';

type Part = { title: string; may: string };

const parts: Record<string, Part> = {
  mia: { title: 'Member', may: 'Links a wallet, buys credits, makes characters, talks to the agent.' },
  max: { title: 'Moderator', may: 'Also sees #mods, looks up members and helps with payments.' },
  olga: { title: 'Operator', may: 'Runs the server: has every permission and sets up the bot.' },
  sam: { title: 'Stranger', may: 'Just arrived: no wallet linked, sees only public channels.' },
};

const partOf = ({ username, roles }: { username: string; roles: string[] }): Part =>
  parts[username] ?? { title: roles[0] ?? 'Member', may: '' };

/** The acting member and the theme, below the channels. */
export function MemberSwitcher({ onMember }: { onMember(name: string): void }) {
  const { world, memberId } = useActing();
  const face = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { theme, next } = useTheme();
  const me = world.people.find(({ id }) => id === memberId);
  if (!me) return null;
  return (
    <div class="me">
      <button
        ref={face}
        type="button"
        class="me-face"
        aria-expanded={open}
        title="Act as another person"
        onClick={() => setOpen(!open)}
      >
        <Avatar name={me.display_name} color={me.avatar_color} size={34} online />
        <span class="me-name">
          <b>{me.display_name}</b>
          <small>{partOf(me).title}</small>
        </span>
        <span class="me-switch">Switch</span>
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Theme: ${theme}`}
        title={`Theme: ${theme === 'auto' ? 'as the system' : theme}`}
        onClick={next}
      >
        <Icon name={theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'auto'} size={19} />
      </button>
      {open && face.current && (
        <Popout anchor={face.current} look="me-menu" onClose={() => setOpen(false)}>
          <h4>Act as</h4>
          <ul aria-label="Act as" onKeyDown={(event) => stepFocus(event, 'button')}>
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
                      {person.display_name} <em>{partOf(person).title}</em>
                    </b>
                    <small>{partOf(person).may}</small>
                  </span>
                  {person.id === memberId && <Icon name="check" size={18} />}
                </button>
              </li>
            ))}
          </ul>
        </Popout>
      )}
    </div>
  );
}
