import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Shows a dialog in its own root, so that it stays open when its message disappears. */
export function showDialog(drawing: (close: () => void) => VNode): void {
  const host = document.body.appendChild(document.createElement('div'));
  const close = () => {
    render(null, host);
    host.remove();
  };
  render(drawing(close), host);
}

type DialogProps = {
  label: string;
  look: string;
  onClosed(): void;
  onKeyDown?(event: KeyboardEvent): void;
  children: ComponentChildren;
};

/**
 * A modal dialog: Esc closes it, Tab stays inside, and the focus returns to where it was.
 * Elements with `data-close` close it when pressed.
 */
export function Dialog({ label, look, onClosed, onKeyDown, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    return () => opened.close();
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') keepInside(event, dialog.current!);
    else if (!event.ctrlKey && !event.metaKey && !event.altKey) onKeyDown?.(event);
  };
  const onClick = ({ target }: Event) => {
    if (target === dialog.current || (target as Element).closest('[data-close]')) dialog.current?.close();
  };
  return (
    <dialog
      class={look}
      ref={dialog}
      aria-label={label}
      onClose={onClosed}
      onKeyDown={onKey}
      onClick={onClick}
    >
      {children}
    </dialog>
  );
}

/** Wraps the focus from the last focusable element to the first, and back. */
function keepInside(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>('a[href], button, input, select, canvas[tabindex]'),
  ].filter((each) => !each.matches(':disabled, [tabindex="-1"]') && each.checkVisibility());
  const [first, last] = [stops[0], stops.at(-1)];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  if (document.activeElement !== from && dialog.contains(document.activeElement)) return;
  event.preventDefault();
  to?.focus();
}
