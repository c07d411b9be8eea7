/** A person's browser on the bot's link page: what the page's own script sends, without a browser. */

async function post<T>(url: URL, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `the link page answered ${response.status}`);
  return answer;
}

type Challenge = { nonce: string; message: string; sign_in_input: Record<string, unknown> };

/**
 * Opens the link, lets a wallet sign and hands the signature in.
 * @returns the code the page shows and the text that was signed
 */
export async function signOnLinkPage(
  link: string,
  wallet: { address: string; sign(input: Record<string, unknown>): Promise<string> },
): Promise<{ code: string; message: string }> {
  const token = new URL(link).hash.slice(1);
  await post(new URL('/link/api/view', link), { token });
  const { nonce, message, sign_in_input } = await post<Challenge>(new URL('/link/api/challenge', link), {
    token,
    address: wallet.address,
  });
  const signature = await wallet.sign(sign_in_input);
  const proof = { token, address: wallet.address, nonce, signature, encoding: 'siws' };
  const { code } = await post<{ code: string }>(new URL('/link/api/prove', link), proof);
  return { code, message };
}
