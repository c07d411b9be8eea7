import type { Actor } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { formatTime } from '../markdown/time.js';

type Problem = Awaited<ReturnType<Actor['problems']>>[number];
const MOST = 30;

/** Bot requests that Discord would have rejected, newest first. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useActing();
  if (problems.length === 0)
    return (
      <section class="controls problems-none" aria-label={t('playground.panel.problems')}>
        <h3>{t('playground.problems.none')}</h3>
        <p class="quiet">{t('playground.problems.none.text')}</p>
      </section>
    );
  const newest = problems.toReversed().slice(0, MOST);
  return (
    <section class="controls" aria-label={t('playground.panel.problems')}>
      <p class="quiet">{t('playground.problems.count', { count: problems.length })}</p>
      <ul class="problems">
        {newest.map((problem, index) => (
          <ProblemCard key={`${problem.at}${index}`} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

function ProblemCard({ problem }: { problem: Problem }) {
  const { t, world } = useActing();
  const { at, bot, method, path, status, code, message, faults } = problem;
  const name = world.bots.find(
    ({ user_id, application_id }) => bot === user_id || bot === application_id,
  )?.name;
  return (
    <li>
      <header>
        <b>{name ?? bot ?? t('playground.problems.bot')}</b>
        <time>{formatTime(at, 'T')}</time>
      </header>
      <p>
        {message} <small>{code || status}</small>
      </p>
      <code class="request">
        {method} {path.replace(/^\/api\/v\d+/, '')}
      </code>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <Fault key={fault} fault={fault} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Path and error, such as `components.0.label: Must be 80 or fewer in length.` */
function Fault({ fault }: { fault: string }) {
  const cut = fault.indexOf(': ');
  if (cut < 0) return <li>{fault}</li>;
  return (
    <li>
      <code>{fault.slice(0, cut)}</code> {fault.slice(cut + 2)}
    </li>
  );
}
