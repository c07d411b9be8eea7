/** The link page as it is served: one document, one style sheet, one script of our own, nothing from elsewhere. */
export const linkDocument = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Link your wallet · Rigsmith</title>
<link rel="stylesheet" href="/link/style.css">
</head>
<body>
<main>
<p class="brand">Rigsmith</p>
<h1 id="title">Link your wallet</h1>
<p id="lead">One moment…</p>
<dl id="facts" hidden></dl>
<p id="promise" class="promise" hidden>You sign a text, not a transaction. It costs nothing and gives nobody access to your funds.</p>
<div id="wallets" class="wallets"></div>
<p id="code" class="code" hidden></p>
<p id="status" role="status" aria-live="polite"></p>
</main>
<script type="module" src="/link/main.js"></script>
</body>
</html>
`;

export const linkStyle = `
:root { color-scheme: light dark; --ink: #23212b; --soft: #6b6878; --paper: #f4f3f8; --card: #fff; --line: #e1dfe9; --brand: #6d5dfc; --bad: #c9334a; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1eff8; --soft: #a9a5b8; --paper: #17161d; --card: #221f2b; --line: #37334a; --brand: #9085ff; --bad: #ff7d8f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 27rem; padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
.brand { margin: 0 0 .75rem; color: var(--brand); font-weight: 700; letter-spacing: .02em; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.promise { color: var(--soft); font-size: .9rem; }
.wallets { display: grid; gap: .5rem; margin-top: 1rem; }
button { padding: .8rem 1rem; border: 0; border-radius: 10px; background: var(--brand); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
@media (prefers-color-scheme: dark) { button { color: #17161d; } }
button:disabled { opacity: .55; cursor: progress; }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.code { margin: 1rem 0; padding: 1rem; border: 2px dashed var(--brand); border-radius: 12px; text-align: center; font: 700 2.2rem/1 ui-monospace, monospace; letter-spacing: .12em; user-select: all; }
#status { min-height: 1.5em; margin: 1rem 0 0; color: var(--soft); }
#status.bad { color: var(--bad); }
`;
