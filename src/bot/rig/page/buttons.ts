export function toggle(label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dir = 'auto';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}

/** Marks one of the buttons as pressed; none at -1. */
export function press(buttons: readonly HTMLButtonElement[], index: number): void {
  for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === index));
}

/** A row of buttons with a name before them. */
export function labelled(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const group = document.createElement('div');
  group.className = 'group';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  const name = document.createElement('span');
  name.className = 'quiet';
  name.textContent = label;
  group.append(name, ...buttons);
  return group;
}
