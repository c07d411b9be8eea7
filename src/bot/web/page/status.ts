import { element } from './dom.js';

/** The status line, an ARIA live region. */

function say(text: string, isBad: boolean): void {
  const status = element('status');
  status.textContent = text;
  status.classList.toggle('bad', isBad);
}

export const tell = (text: string): void => say(text, false);
export const complain = (text: string): void => say(text, true);

/** Disables all buttons during an action. */
export function setBusy(isBusy: boolean): void {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
}
