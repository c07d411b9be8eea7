import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { useBeat, useReading } from '../live.js';

type Fault = { label: string; name: string; body?: Record<string, unknown>; does: string };
type Group = { title: string; faults: Fault[] };

/** Everything but `permission` and the removals can be limited to one bot. */
const groups: Group[] = [
  {
    title: 'Gateway',
    faults: [
      { label: 'Cut the socket', name: 'drop_gateway', does: 'The bot’s connection ends without a word' },
      { label: 'Ask to reconnect', name: 'reconnect', does: 'Op 7: the bot is told to come again' },
      {
        label: 'Session lost, resumable',
        name: 'invalid_session',
        body: { resumable: true },
        does: 'Op 9 true',
      },
      {
        label: 'Session lost for good',
        name: 'invalid_session',
        body: { resumable: false },
        does: 'Op 9 false',
      },
      {
        label: 'No heartbeat acks',
        name: 'heartbeat_acks',
        body: { withheld: true },
        does: 'As on a dead line',
      },
      { label: 'Acks again', name: 'heartbeat_acks', body: { withheld: false }, does: 'The line is well' },
    ],
  },
  {
    title: 'The next interaction',
    faults: [
      {
        label: 'Arrives twice',
        name: 'interactions',
        body: { duplicated: true },
        does: 'The same event two times',
      },
      { label: '2.5 s late', name: 'interactions', body: { delay_ms: 2_500 }, does: 'Half a second is left' },
      {
        label: '5 s late',
        name: 'interactions',
        body: { delay_ms: 5_000 },
        does: 'Its three seconds are over',
      },
    ],
  },
  {
    title: 'The next requests',
    faults: [
      {
        label: '5 × 500',
        name: 'rest',
        body: { kind: 'error', status: 500, times: 5 },
        does: 'Internal server error',
      },
      {
        label: '5 × 503',
        name: 'rest',
        body: { kind: 'error', status: 503, times: 5 },
        does: 'Service unavailable',
      },
      {
        label: '5 × slow',
        name: 'rest',
        body: { kind: 'slow', ms: 4_000, times: 5 },
        does: 'Four seconds an answer',
      },
      {
        label: 'Hang up before',
        name: 'rest',
        body: { kind: 'hang-up', after: false },
        does: 'Not done, not answered',
      },
      {
        label: 'Hang up after',
        name: 'rest',
        body: { kind: 'hang-up', after: true },
        does: 'Done, but not answered',
      },
      {
        label: '429 storm',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'user', retry_after_ms: 1_500, times: 10 },
        does: 'Ten requests are told to wait 1.5 s',
      },
      {
        label: '429 global',
        name: 'rest',
        body: { kind: 'rate-limit', scope: 'global', retry_after_ms: 3_000, times: 3 },
        does: 'Every route has to wait',
      },
    ],
  },
];

const permissions = [
  'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'SendMessagesInThreads',
  'CreatePublicThreads',
];

/** What can be made to go wrong at the local Discord, and what does now. */
export function Faults() {
  const { actor, world, channel, person, attempt } = useActing();
  const [bot, setBot] = useState('');
  const [permission, setPermission] = useState(permissions[0] ?? '');
  const [acts, setActs] = useState(0);
  const [said, setSaid] = useState('');
  const beat = useBeat(1_500);
  const active = useReading('faults', () => actor.discord.active(), [acts, beat]) ?? [];

  const use = async ({ label, name, body, does }: Fault) => {
    const done = await attempt(actor.discord.fault(name, body).then(() => true));
    setActs((now) => now + 1);
    if (done) setSaid(`${label}: ${does}.`);
  };
  const limited = (fault: Fault): Fault => ({ ...fault, body: { ...fault.body, ...(bot && { bot }) } });
  const here = channel?.id ?? '';
  const deny = (allowed: boolean): Fault =>
    limited({
      label: permission,
      name: 'permission',
      body: { permission, allowed, channel: here },
      does: allowed ? `allowed again in #${channel?.name}` : `denied in #${channel?.name}`,
    });
  const deleteNewest = async () => {
    const { messages } = await person.look(here);
    const newest = messages.findLast(({ author, ephemeral }) => author.bot && !ephemeral);
    if (!newest) return setSaid('No bot has a message in this channel.');
    const body = { channel: here, message: newest.id };
    await use({
      label: 'Deleted',
      name: 'delete_message',
      body,
      does: 'the newest message of a bot is gone',
    });
  };
  return (
    <section class="controls" aria-label="Discord faults">
      {active.length > 0 ? (
        <div class="active-faults" role="status">
          <ul>
            {active.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <button
            type="button"
            class="chip"
            onClick={() => void use({ label: 'Cleared', name: 'clear', does: 'all is well again' })}
          >
            Clear all
          </button>
        </div>
      ) : (
        <p class="controls-state">Nothing is made to go wrong.</p>
      )}
      <label class="review-way">
        For
        <select value={bot} onChange={({ currentTarget }) => setBot(currentTarget.value)}>
          <option value="">every bot</option>
          {world.bots.map(({ name, user_id }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {groups.map(({ title, faults }) => (
        <div key={title}>
          <h3>{title}</h3>
          <div class="chips">
            {faults.map((fault) => (
              <button
                key={fault.label}
                type="button"
                class="chip"
                title={fault.does}
                onClick={() => void use(limited(fault))}
              >
                {fault.label}
              </button>
            ))}
          </div>
        </div>
      ))}
      <div>
        <h3>In {channel?.kind === 'dm' ? channel.name : `#${channel?.name}`}</h3>
        <div class="chips">
          <button type="button" class="chip" onClick={() => void deleteNewest()}>
            Delete the newest bot message
          </button>
          {channel?.parent_id && (
            <button
              type="button"
              class="chip"
              onClick={() =>
                void use({
                  label: channel.name,
                  name: 'delete_channel',
                  body: { channel: here },
                  does: 'deleted',
                })
              }
            >
              Delete this thread
            </button>
          )}
        </div>
        {channel?.kind !== 'dm' && (
          <div class="permission">
            <select
              aria-label="Permission"
              value={permission}
              onChange={({ currentTarget }) => setPermission(currentTarget.value)}
            >
              {permissions.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <button type="button" class="chip" onClick={() => void use(deny(false))}>
              Deny
            </button>
            <button type="button" class="chip" onClick={() => void use(deny(true))}>
              Allow
            </button>
          </div>
        )}
      </div>
      <output aria-live="polite">{said}</output>
    </section>
  );
}
