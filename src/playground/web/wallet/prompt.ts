import type { WalletLook, WalletSignAsk } from '../../actor/client.js';
import { createTexts, inEnglish, languageOf, type Translate } from '../app/copy/texts.js';

/**
 * The wallet's question, shown over the page like an extension's window: the asking site, the text or amount, and two
 * buttons. A shadow root keeps the page's styles out.
 */

const LOOK_MS = 300;

type Desk = { look(): Promise<WalletLook>; decide(request: string, agreed: boolean): Promise<unknown> };

const look = `
dialog { width: min(400px, calc(100vw - 32px)); padding: 0; border: 1px solid #8886; border-radius: 14px;
  background: light-dark(#fff, #23242b); color: light-dark(#1d1f26, #eceef4); font: 15px/1.45 system-ui, sans-serif;
  color-scheme: light dark; box-shadow: 0 18px 60px rgb(0 0 0 / 45%); }
dialog::backdrop { background: rgb(0 0 0 / 55%); }
header { padding: 12px 18px; border-bottom: 1px solid #8883; font-weight: 600; }
section { display: grid; gap: 10px; padding: 16px 18px; }
p, pre, dl { margin: 0; }
pre { max-height: 40vh; padding: 10px; overflow: auto; border-radius: 8px; background: #8882; white-space: pre-wrap;
  overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; }
.amount { font-size: 26px; font-weight: 700; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; font-size: 13.5px; }
dt { color: light-dark(#5a5f6d, #a9aebb); }
dd { margin: 0; overflow-wrap: anywhere; }
.quiet { font-size: 13.5px; color: light-dark(#5a5f6d, #a9aebb); }
footer { display: flex; gap: 10px; padding: 0 18px 18px; }
button { flex: 1; padding: 10px; border: 0; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer; }
.no { background: #8883; color: inherit; }
.yes { background: #4f5bd5; color: #fff; }
`;

async function textsOf(origin: string): Promise<Translate> {
  const language = languageOf(document.documentElement.lang);
  if (language === 'en-US') return inEnglish;
  const answer = await fetch(`${origin}/copy-${language}.json`).catch(() => null);
  return answer?.ok ? createTexts(await answer.json()) : inEnglish;
}

/** Shows the question while `work` waits for the owner's decision, in this window or in the playground. */
export async function askWhile<T>(origin: string, desk: Desk, work: Promise<T>): Promise<T> {
  let isOver = false;
  let close = (): void => undefined;
  const end = () => {
    isOver = true;
    close();
  };
  work.then(end, end);
  const shown = new Set<string>();
  while (!isOver) {
    const { sign_requests } = await desk
      .look()
      .catch((): Pick<WalletLook, 'sign_requests'> => ({ sign_requests: [] }));
    const ask = sign_requests.find(
      ({ id, state, origin: from }) => state === 'pending' && from === location.origin && !shown.has(id),
    );
    if (ask && !isOver) {
      shown.add(ask.id);
      close = show(
        ask,
        await textsOf(origin),
        (agreed) => void desk.decide(ask.id, agreed).catch(() => undefined),
      );
      if (isOver) close();
    }
    await Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
  return work;
}

/** @returns closes it without an answer */
function show(ask: WalletSignAsk, t: Translate, decide: (agreed: boolean) => void): () => void {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  root.adoptedStyleSheets = [sheet];
  const dialog = draw('dialog', {}, [
    draw('header', {}, [t('playground.wallet.prompt.name')]),
    draw('section', {}, contentOf(ask, t)),
  ]);
  dialog.setAttribute('aria-label', t('playground.wallet.prompt.name'));
  let isDecided = false;
  const answer = (agreed: boolean) => {
    if (!isDecided) decide(agreed);
    isDecided = true;
    host.remove();
  };
  const yes = ask.payment ? 'playground.wallet.prompt.pay.button' : 'playground.wallet.prompt.sign.button';
  const no = draw('button', { class: 'no' }, [t('playground.wallet.reject.button')]);
  const agree = draw('button', { class: 'yes' }, [t(yes)]);
  no.addEventListener('click', () => answer(false));
  agree.addEventListener('click', () => answer(true));
  dialog.addEventListener('cancel', () => answer(false));
  dialog.append(draw('footer', {}, [no, agree]));
  root.append(dialog);
  dialog.showModal();
  return () => {
    isDecided = true;
    host.remove();
  };
}

function contentOf({ text, payment }: WalletSignAsk, t: Translate): Node[] {
  const site = location.host;
  if (!payment)
    return [
      draw('p', {}, [t('playground.wallet.prompt.sign', { site })]),
      draw('pre', { tabindex: '0' }, [text]),
      draw('p', { class: 'quiet' }, [t('playground.wallet.prompt.free')]),
    ];
  const { transfers, memo, references } = payment;
  const asks = draw('p', {}, [t('playground.wallet.prompt.pay', { site })]);
  if (transfers.length === 0) return [asks, draw('p', {}, [t('playground.wallet.prompt.unread')])];
  const lines = [
    ...transfers.map(({ recipient }) => [t('playground.wallet.field.to'), recipient] as const),
    ...(memo ? [[t('playground.wallet.field.memo'), memo] as const] : []),
    ...references.map((reference) => [t('playground.wallet.field.reference'), reference] as const),
  ];
  return [
    asks,
    ...transfers.map(({ amount, asset }) =>
      draw('p', { class: 'amount' }, [
        `${amount} ${asset === 'token' ? t('playground.wallet.fake') : asset}`,
      ]),
    ),
    draw(
      'dl',
      {},
      lines.flatMap(([name, value]) => [draw('dt', {}, [name]), draw('dd', {}, [value])]),
    ),
  ];
}

function draw<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  children: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
