import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';

/** Signs any text, as a wallet's `signMessage` does; the signature is shown in base58. */
export function SignText() {
  const { person, attempt } = useActing();
  const [message, setMessage] = useState('');
  const [signature, setSignature] = useState('');
  const sign = async (event: Event) => {
    event.preventDefault();
    setSignature((await attempt(person.wallet.signs(message))) ?? '');
  };
  return (
    <details class="drawer">
      <summary>Sign a message</summary>
      <form onSubmit={sign}>
        <textarea
          rows={3}
          required
          aria-label="Text to sign"
          placeholder="Text to sign"
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          Sign
        </button>
        {signature && <output>{signature}</output>}
      </form>
    </details>
  );
}
