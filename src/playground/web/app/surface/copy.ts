/** Puts a text into the clipboard; says so, and says it when the browser does not let us. */
export function copy(text: string, say: (sentence: string) => void): void {
  const refused = () => say(`The browser does not let this page copy: ${text.slice(0, 200)}`);
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say('Copied.'), refused);
  else refused();
}
