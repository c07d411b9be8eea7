import type { ActorPerson, SeenCommand } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { Icon } from '../icons.js';
import { useReading } from '../live.js';
import { copy } from '../surface/copy.js';
import { Menu, type MenuGroup } from '../surface/menu.js';
import { type Anchor, Popout } from '../surface/popout.js';

/** Commands of applications for a member. */
function useMemberApps(id: string) {
  const { person, channel, attempt } = useActing();
  const all = useReading(channel?.id ?? '', () => person.commands(channel?.id), []);
  return {
    apps: all?.filter(({ kind }) => kind === 'user') ?? null,
    use: (command: SeenCommand) => void attempt(runOn(person, command, channel?.id, id)),
  };
}

export const runOn = (
  person: ActorPerson,
  command: SeenCommand,
  channel: string | undefined,
  target: string,
) => person.runs(command.name, {}, { channel, target, application: command.application_id });

/** A member's name, roles and actions: message, use an app, copy the id. */
export function MemberCard({ id, anchor, onClose }: { id: string; anchor: Anchor; onClose(): void }) {
  const acting = useActing();
  const { t, world, memberId, openDm } = acting;
  const { apps, use } = useMemberApps(id);
  const member = world.guild.members.find((each) => each.id === id);
  if (!member) return null;
  const roles = member.roles.map((name) => world.guild.roles.find((role) => role.name === name));
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Popout anchor={anchor} side="right" look="member-card" onClose={onClose}>
      <div role="dialog" aria-label={member.display_name}>
        <div class="member-banner" style={{ background: member.avatar_color }} />
        <Avatar name={member.display_name} color={member.avatar_color} size={72} online />
        <h3>
          {member.display_name} {member.bot && <span class="app-tag">APP</span>}
        </h3>
        <p class="quiet">{member.username}</p>
        <h4>{t(roles.length > 0 ? 'playground.people.roles' : 'playground.people.no_roles')}</h4>
        {roles.length > 0 && (
          <ul class="role-chips">
            {roles.map((role) => role && <RoleChip key={role.id} name={role.name} color={role.color} />)}
          </ul>
        )}
        {apps && apps.length > 0 && <h4>{t('playground.message.apps')}</h4>}
        {apps?.map((command) => (
          <button key={command.id} type="button" class="card-app" onClick={after(() => use(command))}>
            <Icon name="apps" size={16} />
            <span>{command.name}</span>
            <small>{command.application_name}</small>
          </button>
        ))}
        <footer>
          {id !== memberId && (
            <button type="button" class="button primary" onClick={after(() => openDm(id))}>
              <Icon name="message" size={16} /> {t('playground.people.message.button')}
            </button>
          )}
          <button type="button" class="button secondary" onClick={after(() => copy(id, acting))}>
            <Icon name="id" size={16} /> {t('playground.people.copy_id.button')}
          </button>
        </footer>
      </div>
    </Popout>
  );
}

function RoleChip({ name, color }: { name: string; color: string }) {
  return (
    <li>
      <i style={{ background: color === '#000000' ? 'var(--quiet)' : color }} /> {name}
    </li>
  );
}

/** The same actions as a context menu. */
export function MemberMenu({ id, anchor, onClose }: { id: string; anchor: Anchor; onClose(): void }) {
  const acting = useActing();
  const { t, world, memberId, openDm, showMember } = acting;
  const { apps, use } = useMemberApps(id);
  const member = world.guild.members.find((each) => each.id === id);
  if (!member || !apps) return null;
  const groups: MenuGroup[] = [
    {
      items: [
        { label: t('playground.people.profile'), icon: 'people', run: () => showMember(id, anchor) },
        ...(id === memberId
          ? []
          : [
              {
                label: t('playground.people.message.button'),
                icon: 'message' as const,
                run: () => openDm(id),
              },
            ]),
      ],
    },
    {
      title: t('playground.message.apps'),
      items: apps.map((command) => ({ label: command.name, icon: 'apps', run: () => use(command) })),
      empty: t('playground.people.no_apps'),
    },
    { items: [{ label: t('playground.people.copy_user_id'), icon: 'id', run: () => copy(id, acting) }] },
  ];
  return (
    <Menu
      label={t('playground.people.for', { name: member.display_name })}
      anchor={anchor}
      groups={groups}
      onClose={onClose}
    />
  );
}
