import type { ComponentChild } from 'preact';

/**
 * A text with elements in its places, whose order differs between languages.
 * @example fill(t('playground.composer.replying', { name: '{name}' }), { name: <b>Mia</b> })
 */
export const fill = (text: string, parts: Readonly<Record<string, ComponentChild>>): ComponentChild[] =>
  text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : (parts[piece] ?? '')));
