import type { Actor } from '../../../actor/client.js';

type Problem = Awaited<ReturnType<Actor['problems']>>[number];

/** What bots sent that Discord would have refused. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <details class="drawer">
      <summary>
        Problems <small class={problems.length > 0 ? 'count' : undefined}>{problems.length || 'none'}</small>
      </summary>
      {problems.length === 0 && <p class="quiet">Every request of the bot was as Discord wants it.</p>}
      <ul class="problems">
        {problems.slice(-20).map(({ at, method, path, code, message, faults }, index) => (
          <li key={`${at}${index}`}>
            <b>
              {code} {message}
            </b>
            <code>
              {method} {path}
            </code>
            {faults.map((fault) => (
              <small key={fault}>{fault}</small>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
