import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../icons.js';
import { type Anchor, Popout } from './popout.js';

/** `name` is the accessible name. */
export type MenuItem = { label: string; name?: string; icon?: IconName; danger?: boolean; run(): void };
export type MenuGroup = { title?: string; items: MenuItem[]; empty?: string; isRow?: boolean };

/** Moves the focus among the items by arrow keys, Home and End. */
export function stepFocus(event: KeyboardEvent, selector: string): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(selector)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at < 0 ? items.length - 1 : at - 1,
    ArrowLeft: at < 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = to[event.key];
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}

/** A context menu. */
export function Menu(props: { label: string; anchor: Anchor; groups: MenuGroup[]; onClose(): void }) {
  const { groups, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.focus({ preventScroll: true }), []);
  const shown = groups.filter(({ items, empty }) => items.length > 0 || empty);
  return (
    <Popout anchor={props.anchor} look="menu" onClose={onClose}>
      <div
        ref={menu}
        role="menu"
        aria-label={props.label}
        tabIndex={-1}
        onKeyDown={(event) => stepFocus(event, '[role=menuitem]')}
      >
        {shown.map(({ title, items, empty, isRow }, index) => (
          <section key={title ?? index} class={isRow ? 'menu-row' : undefined}>
            {title && <h4>{title}</h4>}
            {items.length === 0 && <p class="menu-empty">{empty}</p>}
            {items.map(({ label, name, icon, danger, run }) => (
              <button
                key={label}
                type="button"
                role="menuitem"
                aria-label={name}
                class={danger ? 'danger' : undefined}
                onClick={() => {
                  onClose();
                  run();
                }}
              >
                <span>{label}</span>
                {icon && <Icon name={icon} size={18} />}
              </button>
            ))}
          </section>
        ))}
      </div>
    </Popout>
  );
}
