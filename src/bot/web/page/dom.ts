import { pageCopy } from './copy.js';

/** DOM helpers of the pages. Untrusted text is only written as `textContent`. */

export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found as E;
}

export const setText = (id: string, text: string): void => {
  element(id).textContent = text;
};

export const reveal = (id: string, isShown = true): void => {
  element(id).hidden = !isShown;
};

/** Moves focus and scroll position to a heading. */
export function goTo(headingId: string): void {
  const heading = element(headingId);
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
}

/** Passes the trimmed value of a form's field to `use`. */
export function onSubmit(formId: string, inputId: string, use: (value: string) => unknown): void {
  element<HTMLFormElement>(formId).addEventListener('submit', (event) => {
    event.preventDefault();
    use(element<HTMLInputElement>(inputId).value.trim());
  });
}

/** A text with a button that copies it. @param label of the button for screen readers: `Copy the amount` */
export function writeCopyable(id: string, text: string, label: string): void {
  const t = pageCopy<`page.copy.${string}`>();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = t('page.copy.button');
  button.setAttribute('aria-label', label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = t('page.copy.done.button');
    setTimeout(() => {
      button.textContent = t('page.copy.button');
    }, 1_500);
  });
  const place = element(id);
  place.textContent = text;
  while (place.nextElementSibling?.matches('.copy')) place.nextElementSibling.remove();
  place.after(button);
}
