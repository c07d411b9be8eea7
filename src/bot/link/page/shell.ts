/** A text as one word of a POSIX shell: within single quotes nothing but the single quote has a meaning. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * What signs `text` with the Solana command line. It writes an off-chain message in its own layout of version 0 and
 * prints the signature in base58.
 * @see https://docs.anza.xyz/cli/examples/sign-offchain-message
 */
export const signCommand = (text: string): string =>
  `solana sign-offchain-message ${quoted(text)} -k KEYPAIR`;
