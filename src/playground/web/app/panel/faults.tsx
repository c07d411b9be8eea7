import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { useBeat, useReading } from '../live.js';
import {
  type FaultSwitch,
  faultGroups,
  membershipFaults,
  permissions,
  serverFaults,
  threadFaults,
} from './fault-groups.js';

/** Faults of the local Discord: controls, and those in force. */
export function FaultPanel() {
  const { actor, world, channel, person, attempt } = useActing();
  const [bot, setBot] = useState('');
  const [permission, setPermission] = useState(permissions[0] ?? '');
  const [acts, setActs] = useState(0);
  const [said, setSaid] = useState('');
  const beat = useBeat(1_500);
  const active = useReading('faults', () => actor.discord.active(), [acts, beat]) ?? [];

  const use = async ({ label, name, body, does }: FaultSwitch) => {
    const done = await attempt(actor.discord.fault(name, body).then(() => true));
    setActs((now) => now + 1);
    if (done) setSaid(`${label}: ${does}.`);
  };
  const limited = (fault: FaultSwitch): FaultSwitch => ({
    ...fault,
    body: { ...fault.body, ...(bot && { bot }) },
  });
  const toMember = (fault: FaultSwitch): FaultSwitch => ({
    ...fault,
    body: { ...fault.body, ...(bot && { who: bot }) },
  });
  const inServer = (fault: FaultSwitch): FaultSwitch => ({
    ...fault,
    body: { ...fault.body, server: world.guild.id },
  });
  const here = channel?.id ?? '';
  const deny = (allowed: boolean): FaultSwitch =>
    limited({
      label: permission,
      name: 'permission',
      body: { permission, allowed, channel: here },
      does: allowed ? `allowed again in #${channel?.name}` : `denied in #${channel?.name}`,
    });
  const deleteNewest = async () => {
    const { messages } = await person.look(here);
    const newest = messages.findLast(({ author, ephemeral }) => author.bot && !ephemeral);
    if (!newest) return setSaid('There is no bot message in this channel.');
    const body = { channel: here, message: newest.id };
    await use({
      label: 'Deleted',
      name: 'delete_message',
      body,
      does: 'deleted the newest message of a bot',
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
            onClick={() => void use({ label: 'Cleared', name: 'clear', does: 'all faults ended' })}
          >
            Clear all
          </button>
        </div>
      ) : (
        <p class="controls-state">No faults in force.</p>
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
      {faultGroups.map(({ title, faults }) => (
        <div key={title}>
          <h3>{title}</h3>
          <Chips faults={faults} use={(fault) => void use(limited(fault))} />
        </div>
      ))}
      <div>
        <h3>{world.guild.name}</h3>
        <Chips faults={serverFaults} use={(fault) => void use(inServer(fault))} />
        <Chips faults={membershipFaults} use={(fault) => void use(inServer(toMember(fault)))} />
      </div>
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
        {channel?.parent_id && (
          <Chips
            faults={threadFaults}
            use={(fault) => void use({ ...fault, body: { ...fault.body, thread: here } })}
          />
        )}
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

function Chips({ faults, use }: { faults: FaultSwitch[]; use(fault: FaultSwitch): void }) {
  return (
    <div class="chips">
      {faults.map((fault) => (
        <button key={fault.label} type="button" class="chip" title={fault.does} onClick={() => use(fault)}>
          {fault.label}
        </button>
      ))}
    </div>
  );
}
