import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { translated } from '../copy/said.js';
import { useBeat, useReading } from '../live.js';
import {
  type FaultSwitch,
  faultGroups,
  hintOf,
  labelOf,
  membershipFaults,
  permissions,
  serverFaults,
  threadFaults,
} from './fault-groups.js';

/** Faults of the local Discord: controls, and those in force. */
export function FaultPanel() {
  const { t, actor, world, channel, person, attempt } = useActing();
  const [bot, setBot] = useState('');
  const [permission, setPermission] = useState(permissions[0] ?? '');
  const [acts, setActs] = useState(0);
  const [said, setSaid] = useState('');
  const beat = useBeat(1_500);
  const active = useReading('faults', () => actor.discord.sayings(), [acts, beat]) ?? [];

  const act = async (name: string, body: Record<string, unknown> | undefined, sentence: string) => {
    const done = await attempt(actor.discord.fault(name, body).then(() => true));
    setActs((now) => now + 1);
    if (done) setSaid(sentence);
  };
  const use = (fault: FaultSwitch) => act(fault.name, fault.body, hintOf(t, fault));
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
  const allow = (allowed: boolean) => {
    const body = { permission, allowed, channel: here, ...(bot && { bot }) };
    const sentence = allowed ? 'playground.fault_panel.allowed' : 'playground.fault_panel.denied';
    void act('permission', body, t(sentence, { permission, channel: channel?.name ?? '' }));
  };
  const deleteNewest = async () => {
    const { messages } = await person.look(here);
    const newest = messages.findLast(({ author, ephemeral }) => author.bot && !ephemeral);
    if (!newest) return setSaid(t('playground.fault_panel.no_message'));
    const body = { channel: here, message: newest.id };
    await act('delete_message', body, t('playground.fault_panel.deleted_message'));
  };
  return (
    <section class="controls" aria-label={t('playground.fault_panel.label')}>
      {active.length > 0 ? (
        <div class="active-faults" role="status">
          <ul>
            {active.map((saying) => {
              const line = translated(t, saying);
              return <li key={line}>{line}</li>;
            })}
          </ul>
          <button
            type="button"
            class="chip"
            onClick={() => void act('clear', undefined, t('playground.fault_panel.cleared'))}
          >
            {t('playground.fault_panel.clear.button')}
          </button>
        </div>
      ) : (
        <p class="controls-state">{t('playground.fault_panel.none')}</p>
      )}
      <label class="review-way">
        {t('playground.wallet.field.for')}
        <select value={bot} onChange={({ currentTarget }) => setBot(currentTarget.value)}>
          <option value="">{t('playground.said.fault_every_bot')}</option>
          {world.bots.map(({ name, user_id }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {faultGroups.map(({ title, faults }) => (
        <div key={title}>
          <h3>{t(title)}</h3>
          <Chips faults={faults} use={(fault) => void use(limited(fault))} />
        </div>
      ))}
      <div>
        <h3>{world.guild.name}</h3>
        <Chips faults={serverFaults} use={(fault) => void use(inServer(fault))} />
        <Chips faults={membershipFaults} use={(fault) => void use(inServer(toMember(fault)))} />
      </div>
      <div>
        <h3>
          {t('playground.fault_panel.in', {
            channel: channel?.kind === 'dm' ? channel.name : `#${channel?.name}`,
          })}
        </h3>
        <div class="chips">
          <button type="button" class="chip" onClick={() => void deleteNewest()}>
            {t('playground.fault_panel.delete_message.button')}
          </button>
          {channel?.parent_id && (
            <button
              type="button"
              class="chip"
              onClick={() =>
                void act('delete_channel', { channel: here }, t('playground.fault_panel.deleted_thread'))
              }
            >
              {t('playground.fault_panel.delete_thread.button')}
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
              aria-label={t('playground.fault_panel.permission')}
              value={permission}
              onChange={({ currentTarget }) => setPermission(currentTarget.value)}
            >
              {permissions.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <button type="button" class="chip" onClick={() => allow(false)}>
              {t('playground.fault_panel.deny.button')}
            </button>
            <button type="button" class="chip" onClick={() => allow(true)}>
              {t('playground.fault_panel.allow.button')}
            </button>
          </div>
        )}
      </div>
      <output aria-live="polite">{said}</output>
    </section>
  );
}

function Chips({ faults, use }: { faults: FaultSwitch[]; use(fault: FaultSwitch): void }) {
  const { t } = useActing();
  return (
    <div class="chips">
      {faults.map((fault) => (
        <button
          key={labelOf(t, fault)}
          type="button"
          class="chip"
          title={hintOf(t, fault)}
          onClick={() => use(fault)}
        >
          {labelOf(t, fault)}
        </button>
      ))}
    </div>
  );
}
