/** Copies a text to the clipboard and shows whether it worked. */
export function copy(text: string, say: (sentence: string) => void): void {
  const refused = () => say(`Your browser blocked copying: ${text.slice(0, 200)}`);
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say('Copied.'), refused);
  else refused();
}
