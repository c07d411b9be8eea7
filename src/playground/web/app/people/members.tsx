import type { SeenWorld } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import type { Translate } from '../copy/texts.js';

type Member = SeenWorld['guild']['members'][number];
type Group = { title: string; color: string | undefined; members: Member[] };

const NO_COLOR = '#000000';
/** Groups members by their highest coloured role; the others form one group. */
export function groupMembers(world: SeenWorld, t: Translate): Group[] {
  const roles = [...world.guild.roles].filter(({ color }) => color !== NO_COLOR);
  roles.sort((a, b) => b.position - a.position);
  const highest = (member: Member) => roles.find(({ name }) => member.roles.includes(name));
  const groups = roles.map((role) => ({
    title: role.name,
    color: role.color,
    members: world.guild.members.filter((member) => highest(member)?.id === role.id),
  }));
  const others = world.guild.members.filter((member) => !highest(member));
  return [...groups, { title: t('playground.people.online'), color: undefined, members: others }]
    .map((group) => ({
      ...group,
      members: group.members.toSorted((a, b) => a.display_name.localeCompare(b.display_name)),
    }))
    .filter(({ members }) => members.length > 0);
}

/** The member list of the server. */
export function MemberList() {
  const { t, world, showMember, showMemberMenu } = useActing();
  return (
    <section class="members" aria-label={t('playground.chat.members')}>
      {groupMembers(world, t).map(({ title, color, members }) => (
        <div key={title}>
          <h3>
            {title} — {members.length}
          </h3>
          <ul>
            {members.map((member) => (
              <li key={member.id}>
                <button
                  type="button"
                  onClick={({ currentTarget }) => showMember(member.id, currentTarget)}
                  onContextMenu={(event) => {
                    event.preventDefault();
                    showMemberMenu(member.id, { x: event.clientX, y: event.clientY });
                  }}
                >
                  <Avatar name={member.display_name} color={member.avatar_color} size={32} online />
                  <b
                    style={
                      color
                        ? {
                            color: `light-dark(color-mix(in oklab, ${color}, black 30%), color-mix(in oklab, ${color}, white 20%))`,
                          }
                        : undefined
                    }
                  >
                    {member.display_name}
                  </b>
                  {member.bot && <span class="app-tag">APP</span>}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
