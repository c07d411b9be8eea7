const escapedQuote = "'\\''";
/** Quotes a text as one word for a POSIX shell; within single quotes only the single quote is special. */
export const quoted = (text: string): string => `'${text.replaceAll("'", escapedQuote)}'`;

/**
 * The Solana CLI command that signs `text`. It encodes an off-chain message in its own version 0 layout and prints the
 * signature in base58.
 * @see https://docs.anza.xyz/cli/examples/sign-offchain-message
 */
export const signCommand = (text: string): string =>
  `solana sign-offchain-message ${quoted(text)} -k KEYPAIR`;
