/**
 * Deep links that open a page in a wallet app's browser. The whole URL is encoded into the path, so that its fragment
 * with the token is kept.
 * @see https://docs.phantom.com/phantom-deeplinks/other-methods/browse
 * @see https://docs.solflare.com/solflare/technical/deeplinks/other-methods/browse
 */
export function walletAppLinks(page: string): { phantom: string; solflare: string } {
  const url = encodeURIComponent(page);
  const ref = encodeURIComponent(new URL(page).origin);
  return {
    phantom: `https://phantom.app/ul/browse/${url}?ref=${ref}`,
    solflare: `https://solflare.com/ul/v1/browse/${url}?ref=${ref}`,
  };
}
