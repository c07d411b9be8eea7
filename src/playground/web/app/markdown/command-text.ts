type Known = { name: string; display_name: string; kind: string };

/**
 * The longest command at the beginning of a text: a whole path (`rig text`) or only its first words (`rig`). Names are
 * accepted as the bot registered them and in the member's language.
 */
export function commandIn(
  commands: readonly Known[],
  text: string,
): { name: string; rest: string } | undefined {
  if (!text.startsWith('/')) return undefined;
  const words = text.slice(1).split(' ');
  for (let count = words.length; count > 0; count -= 1) {
    const typed = words.slice(0, count).join(' ').toLowerCase();
    const found = commands.find(
      ({ kind, name, display_name }) =>
        kind === 'slash' && [name, display_name].some((path) => begins(path, typed)),
    );
    if (found)
      return { name: found.name.split(' ').slice(0, count).join(' '), rest: text.slice(1 + typed.length) };
  }
  return undefined;
}

const begins = (path: string, typed: string): boolean => `${path.toLowerCase()} `.startsWith(`${typed} `);
