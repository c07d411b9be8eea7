import { element } from './dom.js';

/** The one line that says what is going on; screen readers hear it. */

function say(text: string, isBad: boolean): void {
  const status = element('status');
  status.textContent = text;
  status.classList.toggle('bad', isBad);
}

export const tell = (text: string): void => say(text, false);
export const complain = (text: string): void => say(text, true);

/** Nothing can be pressed while something is under way. */
export function setBusy(isBusy: boolean): void {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
}
