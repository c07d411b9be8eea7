/** DOM helpers of the pages. Untrusted text is only written as `textContent`. */

export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found as E;
}

export const write = (id: string, text: string): void => {
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

/** A text with a button that copies it. */
export function writeCopyable(id: string, text: string, name: string): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${name}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  const place = element(id);
  place.textContent = text;
  while (place.nextElementSibling?.matches('.copy')) place.nextElementSibling.remove();
  place.after(button);
}
