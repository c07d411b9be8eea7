import { pageCopy } from '../../web/page/copy.js';
import { element, goTo, reveal, setText } from '../../web/page/dom.js';
import { pause } from '../../web/page/pause.js';
import { setBusy, tell } from '../../web/page/status.js';
import type { LinkOutcome } from '../flow.js';
import type { Api, Proof } from './api.js';
import type { LinkKeys } from './copy.js';
import { showIdentityStep } from './identity.js';

/** Session storage keeps the code across a reload, but not for other tabs or later visits. */
const keptUnder = () => `code of ${location.hash.slice(1)}`;

export function showCode(api: Api, code: string): void {
  sessionStorage.setItem(keptUnder(), code);
  reveal('ask', false);
  reveal('identify', false);
  reveal('done');
  setText('code', code);
  document.title = pageCopy<LinkKeys>()('link.page.code.window');
  goTo('done-title');
  void follow(api);
}

/** Less often than the limit per link allows. */
const lookEverySeconds = 2.5;

/** Waits until the member typed the code into Discord, then says how it ended. */
async function follow(api: Api): Promise<void> {
  for (;;) {
    await pause(lookEverySeconds);
    const outcome = await api.outcome().catch(() => 'open' as const); // also while the network is away
    if (outcome === 'open') continue;
    showOutcome(outcome);
    if (outcome === 'linked') await offerLinkedRole(api);
    return;
  }
}

function showOutcome(outcome: Exclude<LinkOutcome, 'open'>): void {
  const t = pageCopy<LinkKeys>();
  sessionStorage.removeItem(keptUnder());
  reveal('done', false);
  reveal('end');
  setText('end-title', t(`link.page.outcome.${outcome}.title`));
  setText('end-text', t(`link.page.outcome.${outcome}.text`));
  document.title = t('link.page.outcome.window');
  goTo('end-title');
}

/** The way to Discord's consent page. It is optional, so a failure shows nothing. */
async function offerLinkedRole(api: Api): Promise<void> {
  const url = await api.linkedRole().catch(() => null);
  if (url === null) return;
  element<HTMLAnchorElement>('linked-role-link').href = url;
  reveal('linked-role');
}

/** @returns false when this tab does not know the code */
export function showKeptCode(api: Api): boolean {
  const code = sessionStorage.getItem(keptUnder());
  if (code !== null) showCode(api, code);
  return code !== null;
}

/** @returns false while the network does not show the proof transfer */
export async function handIn(api: Api, proof: Proof): Promise<boolean> {
  const proven = await api.prove(proof);
  if ('code' in proven && proven.code === null) return false;
  setBusy(false);
  tell('');
  if ('identityUrl' in proven) showIdentityStep(proven.identityUrl);
  else if (proven.code !== null) showCode(api, proven.code);
  return true;
}
