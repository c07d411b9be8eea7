import { useMemo, useRef, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { Icon } from '../icons.js';
import { stepFocus } from './menu.js';
import type { Option } from './option.js';
import { Popout } from './popout.js';

type Props = {
  id?: string;
  label: string;
  options: Option[];
  chosen: string[];
  placeholder: string;
  min: number;
  max: number;
  disabled?: boolean;
  invalid?: boolean;
  /** Called at once for a single choice, otherwise when the person is done. */
  onChoose(values: string[]): void;
};

const SEARCH_FROM = 9;
const toggled = (values: string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** A menu of one or several choices, with a search field when there are many. */
export function Choose(props: Props) {
  const { options, chosen, min, max, placeholder, onChoose } = props;
  const { t } = useActing();
  const face = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState(chosen);
  const shown = options.filter(({ value }) => chosen.includes(value));

  const start = () => {
    setPicked(chosen);
    setOpen(true);
  };
  const isFit = picked.length >= min && picked.length <= max;
  const finish = () => {
    setOpen(false);
    if (max > 1 && isFit && picked.join() !== chosen.join()) onChoose(picked);
  };
  const pick = (value: string) => {
    if (max > 1) return setPicked(toggled(picked, value));
    setOpen(false);
    onChoose(chosen.includes(value) && min === 0 ? [] : [value]);
  };
  return (
    <div class="select">
      <button
        ref={face}
        id={props.id}
        type="button"
        class="select-face"
        aria-label={
          shown.length > 0 ? `${props.label}: ${shown.map((o) => o.label).join(', ')}` : props.label
        }
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-invalid={props.invalid}
        disabled={props.disabled}
        onClick={() => (open ? finish() : start())}
      >
        <span class={shown.length ? undefined : 'hint'}>
          {shown.map(({ label }) => label).join(', ') || placeholder}
        </span>
        <Icon name="down" size={18} />
      </button>
      {open && face.current && (
        <Popout anchor={face.current} matchWidth look="select-popout" onClose={finish}>
          <Options options={options} picked={picked} most={max} onPick={pick} />
          {max > 1 && (
            <footer>
              <small>{t('playground.choose.count', { count: picked.length, min, max })}</small>
              <button type="button" class="button primary" disabled={!isFit} onClick={finish}>
                {t('playground.choose.done.button')}
              </button>
            </footer>
          )}
        </Popout>
      )}
    </div>
  );
}

function Options(props: { options: Option[]; picked: string[]; most: number; onPick(value: string): void }) {
  const { options, picked, most, onPick } = props;
  const { t } = useActing();
  const [typed, setTyped] = useState('');
  const isLong = options.length >= SEARCH_FROM || options.some(({ searched }) => searched);
  const found = useMemo(
    () => options.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase().trim())),
    [options, typed],
  );
  const focusFirst = (element: HTMLElement | null) =>
    element?.querySelector<HTMLElement>('input, [aria-selected=true], [role=option]')?.focus({
      preventScroll: true,
    });
  const list = useRef(false);
  return (
    <section
      aria-label={t('playground.choose.label')}
      class="select-options"
      ref={(element) => {
        if (element && !list.current) requestAnimationFrame(() => focusFirst(element));
        list.current = true;
      }}
      onKeyDown={(event) => stepFocus(event, '[role=option]')}
    >
      {isLong && (
        <input
          type="search"
          class="select-search"
          aria-label={t('playground.choose.search')}
          placeholder={t('playground.choose.search')}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found[0]) onPick(found[0].value);
          }}
        />
      )}
      <div role="listbox" aria-multiselectable={most > 1} aria-label={t('playground.composer.options')}>
        {found.length === 0 && <p class="menu-empty">{t('playground.choose.none')}</p>}
        {found.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            aria-selected={picked.includes(option.value)}
            disabled={most > 1 && picked.length >= most && !picked.includes(option.value)}
            onClick={() => onPick(option.value)}
          >
            <OptionMark option={option} />
            <span>
              <b>{option.label}</b>
              {option.description && <small>{option.description}</small>}
            </span>
            {most > 1 ? (
              <i class="tick-box">{picked.includes(option.value) && <Icon name="check" size={14} />}</i>
            ) : (
              picked.includes(option.value) && <Icon name="check" size={18} />
            )}
          </button>
        ))}
      </div>
    </section>
  );
}

export function OptionMark({ option }: { option: Option }) {
  if (option.avatar) return <Avatar name={option.label} color={option.avatar} size={24} />;
  if (option.icon) return <Icon name={option.icon} size={20} color={option.color} />;
  return option.emoji ? <i class="emoji">{option.emoji}</i> : null;
}
