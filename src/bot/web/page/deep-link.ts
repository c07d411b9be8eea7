/**
 * Addresses that open a page in the browser of a wallet app, where that wallet is at hand. The whole address goes
 * encoded into the path, so that its fragment, which holds the token, arrives.
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
