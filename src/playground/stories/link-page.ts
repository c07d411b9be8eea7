/** Sends the requests of the link page's script without a browser. */

type Challenge = { nonce: string; message: string; sign_in_input: Record<string, unknown> };

/** An HTTP client that keeps the page's cookie. */
function openBrowser(link: string) {
  const { origin, hash } = new URL(link);
  let cookie = '';
  return async <T>(act: string, body: object = {}): Promise<T> => {
    const response = await fetch(`${origin}/link/api/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify({ token: hash.slice(1), ...body }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as T & { detail?: string };
    if (!response.ok) throw new Error(answer.detail ?? `the link page answered ${response.status}`);
    return answer;
  };
}

/**
 * Opens the link, lets a wallet sign and submits the signature.
 * @returns the code the page shows and the signed text
 */
export async function signOnLinkPage(
  link: string,
  wallet: { address: string; sign(input: Record<string, unknown>): Promise<string> },
): Promise<{ code: string; message: string }> {
  const post = openBrowser(link);
  const { address } = wallet;
  await post('open');
  const { nonce, message, sign_in_input } = await post<Challenge>('challenge', { address });
  const signature = await wallet.sign(sign_in_input);
  const { code } = await post<{ code: string }>('prove', { address, nonce, signature, encoding: 'siws' });
  return { code, message };
}
