export const credits = (count: number) => `**${count} credit${count === 1 ? '' : 's'}**`;
/** Numbered, so that a member can answer "the second one". */
export const numbered = (lines: readonly string[]) =>
  lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

/** A member's text on one line, sanitized so that it cannot break out of its code span. */
export const inCode = (text: string) => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;
