import { goTo, reveal, write } from '../../web/page/dom.js';
import { setBusy, tell } from '../../web/page/status.js';
import type { Api, Proof } from './api.js';
import { showIdentityStep } from './identity.js';

/** Session storage keeps the code across a reload, but not for other tabs or later visits. */
const keptUnder = () => `code of ${location.hash.slice(1)}`;

export function showCode(code: string): void {
  sessionStorage.setItem(keptUnder(), code);
  reveal('ask', false);
  reveal('identify', false);
  reveal('done');
  write('code', code);
  document.title = 'Almost done · Rigsmith';
  goTo('done-title');
}

/** @returns false when this tab does not know the code */
export function showKeptCode(): boolean {
  const code = sessionStorage.getItem(keptUnder());
  if (code !== null) showCode(code);
  return code !== null;
}

/** @returns false while the network does not show the proof transfer */
export async function handIn(api: Api, proof: Proof): Promise<boolean> {
  const proven = await api.prove(proof);
  if ('code' in proven && proven.code === null) return false;
  setBusy(false);
  tell('');
  if ('identityUrl' in proven) showIdentityStep(proven.identityUrl);
  else if (proven.code !== null) showCode(proven.code);
  return true;
}
