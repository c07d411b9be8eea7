/** Everything the page shows. Foreign text goes through `textContent` only. */

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks #${id}`);
  return found;
};

const setBusy = (busy: boolean) => {
  for (const button of document.querySelectorAll('button')) button.disabled = busy;
};

const setStatus = (text: string, bad: boolean) => {
  const status = element('status');
  status.textContent = text;
  status.classList.toggle('bad', bad);
};

export const show = {
  facts({
    memberName,
    memberId,
    guildName,
  }: {
    memberName: string;
    memberId: string;
    guildName: string;
  }): void {
    element('lead').textContent = 'Check that this is you, then choose your wallet.';
    const facts = element('facts');
    const pairs = [
      ['Discord user', memberName],
      ['User id', memberId],
      ['Server', guildName],
    ];
    for (const [name = '', value = ''] of pairs) {
      const term = document.createElement('dt');
      const description = document.createElement('dd');
      term.textContent = name;
      description.textContent = value;
      facts.append(term, description);
    }
    facts.hidden = false;
    element('promise').hidden = false;
  },

  wallet(name: string, onPress: () => Promise<void>): void {
    const button = document.createElement('button');
    button.textContent = `Sign with ${name}`;
    button.addEventListener('click', () => void onPress());
    element('wallets').append(button);
  },

  status(text: string): void {
    setBusy(true);
    setStatus(text, false);
  },

  hint(text: string): void {
    setStatus(text, false);
  },

  failure(text: string): void {
    element('lead').textContent = element('facts').hidden
      ? 'This did not work.'
      : element('lead').textContent;
    setBusy(false);
    setStatus(text, true);
  },

  code(code: string): void {
    element('title').textContent = 'Almost done';
    element('lead').textContent = 'Go back to Discord, press “Enter code” under your /link message and type:';
    element('wallets').replaceChildren();
    element('promise').hidden = true;
    element('code').textContent = code;
    element('code').hidden = false;
    setStatus('Give this code to nobody. Only the /link message you started yourself asks for it.', false);
  },
};
